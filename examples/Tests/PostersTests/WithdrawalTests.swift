import AppGroup
import ExamplesTestSupport
import TestSupport
import Testing

@Suite("Withdrawals")
struct WithdrawalTests {
    private let city: ScriptedCity
    private let anna: Inspector

    init() async throws {
        city = try await ScriptedCity()
        anna = try await Inspector.loggedIn(at: city)
    }

    @Test("Withdrawing a report that is deleted, on a device that doesn't know it yet, succeeds and leaves no draft")
    func deleted() async throws {
        try await anna.file("A")
        try await anna.succeed("cancel", "1", "--yes")
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        try await sofia.succeed("delete", "1", "--yes")
        #expect(try await anna.succeed("cancel", "1", "--yes").output == "Report 1 is deleted already.\n")
        #expect(try await anna.posters("list").ending == .exit(66))
        #expect(try anna.app.badge == 0)
    }

    @Test("A supervisor who hears of a withdrawal does not read the note of the decision as the reporter's reason")
    func news() async throws {
        try await anna.file("A")
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        try await sofia.succeed("queue")
        try await sofia.succeed("status", "1", "confirmed", "--note", "Seen")
        try await anna.succeed("cancel", "1", "--yes")
        #expect(try await sofia.succeed("sync", "--quiet").output == "Report 1: its reporter wants it deleted\n")
        #expect(try await sofia.records("queue").map { [$0[1], $0[7]] } == [["withdrawn", ""]])
        #expect(try await !sofia.succeed("list").output.contains("Seen"))
        let page = try await sofia.records("show", "1")
        #expect(page.contains(["Status", "withdrawn"]), "\(page)")
        #expect(page.contains { $0[0] == "History" && $0[1].hasSuffix("confirmed, Seen") }, "\(page)")
    }

    @Test("A number that is no report of one's own is refused with status 66, and leaves no draft")
    func mistyped() async throws {
        let boris = try await Inspector.loggedIn("boris", at: city)
        try await boris.file("B")
        for number in ["1", "99"] {
            let result = try await anna.posters("cancel", number, "--yes")
            #expect(result.ending == .exit(66) && result.output.isEmpty, "\(result.output)")
            #expect(result.errors == "posters: Report \(number) is not on the server, or it is not yours.\n")
        }
        #expect(try await anna.posters("list").ending == .exit(66))
    }

    @Test("A withdrawal that something between here and the server forbids stays a draft")
    func forbidden() async throws {
        try await anna.file("A")
        try await city.fail(.init(path: "/v1/reports/1/cancel", kind: "403"))
        let result = try await anna.posters("cancel", "1", "--yes")
        #expect(result.ending == .exit(65), "\(result.errors)")
        #expect(try await anna.records("list", "--status", "draft").count == 1)
    }

    @Test("A sync says why a withdrawal that waited can't be done, and leaves no draft")
    func waited() async throws {
        try await city.fail(.init(path: "/v1/reports/99/cancel", kind: "503", times: 2))
        #expect(try await anna.posters("cancel", "99", "--yes").ending == .exit(69))
        let sync = try await anna.posters("sync", "--quiet")
        #expect(sync.ending == .exit(65), "\(sync.errors)")
        #expect(sync.output == "Report 99 is not on the server, or it is not yours.\n")
        #expect(try await anna.posters("list").ending == .exit(66))
    }

    @Test("A supervisor who withdraws somebody else's report gets the server's reason, and no draft stays")
    func othersReport() async throws {
        let city = try await RealCity()
        try await city.loggedIn("anna").file("A")
        let sofia = try await city.loggedIn("sofia")
        let result = try await sofia.posters("cancel", "1", "--yes")
        #expect(result.ending == .exit(66) && result.output.isEmpty, "\(result.output)")
        #expect(result.errors == "posters: Report 1 is somebody else's; only its reporter can change it.\n")
        #expect(try await sofia.records("list", "--status", "draft").isEmpty)
        // No change of an edit can help, either.
        let edit = try await sofia.posters("edit", "1", "--comment", "Mine")
        #expect(edit.ending == .exit(66) && edit.errors.contains("To discard it: posters cancel d2"), "\(edit.errors)")
    }
}
