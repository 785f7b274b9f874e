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
        anna = try await Inspector.signedIn(at: city)
    }

    @Test("To withdraw a report that is deleted, on a device that doesn't know it yet, succeeds and leaves no draft")
    func deleted() async throws {
        try await anna.file("A")
        try await anna.succeed("cancel", "1", "--yes")
        let sofia = try await Inspector.signedIn("sofia", at: city)
        try await sofia.succeed("delete", "1", "--yes")
        #expect(try await anna.succeed("cancel", "1", "--yes").output == "Report 1 is deleted already.\n")
        #expect(try await anna.posters("list").ending == .exit(66))
        #expect(try anna.app.badge == 0)
    }

    @Test("A number that is no report of one's own is refused with status 66, and leaves no draft")
    func mistyped() async throws {
        let boris = try await Inspector.signedIn("boris", at: city)
        try await boris.file("B")
        for number in ["1", "99"] {
            let result = try await anna.posters("cancel", number, "--yes")
            #expect(result.ending == .exit(66) && result.output.contains("Report \(number) is not on the server"))
            #expect(result.errors == "posters: There is nothing to withdraw.\n")
        }
        #expect(try await anna.posters("list").ending == .exit(66))
    }
}
