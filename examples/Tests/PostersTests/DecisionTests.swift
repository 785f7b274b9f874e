import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import posters

@Suite("What supervisors decide about")
struct DecisionTests {
    private let city: ScriptedCity
    private let anna: Inspector
    private let sofia: Inspector

    init() async throws {
        city = try await ScriptedCity()
        anna = try await Inspector.loggedIn(at: city)
        for name in ["A", "B"] { try await anna.file(name) }
        sofia = try await Inspector.loggedIn("sofia", at: city)
    }

    @Test("About a report that a supervisor has not looked at, nothing is decided, and the server isn't asked")
    func neverShown() async throws {
        try await sofia.succeed("offenders")
        try await city.fail()
        let refused = try await sofia.posters("status", "1", "confirmed")
        #expect(refused.ending == .exit(75), "\(refused.errors)")
        #expect(refused.errors == "posters: You have not looked at report 1 yet: posters show 1\n")
        #expect(try await city.state.requests.isEmpty)
    }

    @Test(
        "A supervisor decides about what a command has just printed, whatever its format",
        arguments: [
            "show 1", "show 1 --format json", "list --format tsv", "queue --format json", "search A --format tsv",
            "near 50.4501,30.5234 --format json",
        ])
    func shown(words: String) async throws {
        try await sofia.succeed(words.split(separator: " ").map(String.init))
        try await sofia.succeed("status", "1", "confirmed")
    }

    @Test("A supervisor decides about what near has printed before a sync brings it, and an inspector doesn't keep it")
    func near() async throws {
        let city = try await ScriptedCity()
        let sofia = try await Inspector.loggedIn("sofia", at: city)
        let boris = try await Inspector.loggedIn("boris", at: city)
        try await Inspector.loggedIn(at: city).file("A")
        for inspector in [sofia, boris] {
            #expect(try await inspector.records("near", "50.4501,30.5234").map { $0[0] } == ["1"])
        }
        try await sofia.succeed("status", "1", "confirmed")
        #expect(try await boris.posters("show", "1").ending == .exit(66))
    }

    @Test("A report that is deleted while the answer to near is on its way does not come back")
    func slowNear() async throws {
        try await anna.succeed("cancel", "1", "--yes")
        try await sofia.succeed("sync")
        try await city.fail(.init(method: "GET", path: "/v1/near", kind: "hold"))
        let near = try sofia.start(["near", "50.4501,30.5234", "--format", "tsv"])
        #expect(try await comesTrue { try await city.state.requests.contains("GET /v1/near") })
        try await sofia.succeed("delete", "1", "--yes")
        try await sofia.succeed("sync")
        try await city.fail()
        let result = try await near.result()
        #expect(result.ending == .exit(0) && result.output.contains("1\twithdrawn"), "\(result)")
        #expect(try await sofia.records("list").map { $0[0] } == ["2"])
    }

    @Test("Deleting a report that is gone ends with status 66, and the store forgets it, too")
    func deletedElsewhere() async throws {
        try await anna.succeed("cancel", "1", "--yes")
        try await sofia.succeed("sync")
        let other = try await Inspector.loggedIn("sofia", at: city)
        try await other.succeed("delete", "1", "--yes")
        let result = try await sofia.posters("delete", "1", "--yes")
        #expect(result.ending == .exit(66) && result.errors.contains("There is no report 1"), "\(result.errors)")
        #expect(try await sofia.records("list").map { $0[0] } == ["2"])
    }

    @Test("A script decides about each report as soon as the queue prints it")
    func script() async throws {
        let line = """
            "$posters" queue --format tsv | while read -r number rest; do "$posters" status "$number" confirmed || exit; done
            """
        let result = try await sofia.shell(line)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "Report 1 is confirmed.\nReport 2 is confirmed.\n")
    }

    @Test("What --limit leaves out of a list was not looked at")
    func limit() async throws {
        try await sofia.succeed("queue", "--limit", "1")
        try await sofia.succeed("status", "1", "confirmed")
        #expect(try await sofia.posters("status", "2", "confirmed").ending == .exit(75))
    }

    @Test("A supervisor is told of a change, and of one that comes too late, and gets a dot")
    func told() async throws {
        try await sofia.succeed("show", "1")
        try await anna.succeed("edit", "1", "--company", "C")
        #expect(try await sofia.succeed("sync", "--quiet").output == "Report 1: new, changed\n")
        #expect(try await sofia.succeed("list").output.contains("● 1"))
        try await sofia.succeed("status", "1", "confirmed")
        try await anna.succeed("edit", "1", "--company", "D")
        #expect(try await sofia.succeed("sync", "--quiet").output == "Report 1: confirmed, with a new comment\n")
        #expect(try await sofia.succeed("list").output.contains("● 1"))
    }

    @Test("A store of the version before knows its reports, and that nobody has looked at them")
    func olderStore() async throws {
        let folder = sofia.home.appending(path: "data/posters").path
        try Store(folder: folder).database.run(
            script: """
                ALTER TABLE reports DROP COLUMN seen_version; ALTER TABLE reports DROP COLUMN change; DROP TABLE edits;
                PRAGMA user_version = 1
                """)
        #expect(try await sofia.posters("status", "1", "confirmed").ending == .exit(75))
        #expect(try await sofia.records("list").map { $0[0] } == ["2", "1"])
        try await sofia.succeed("status", "1", "confirmed")
    }
}
