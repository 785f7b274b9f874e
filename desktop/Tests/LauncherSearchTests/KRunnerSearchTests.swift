import AppGroup
import Foundation
import TestSupport
import Testing

/// launcher-search as KRunner asks it, started by a real bus.
@Suite struct KRunnerSearchTests {
    private static let inbox = "org.example.family/org.example.inbox"

    @Test("Matches have icons and descriptions, and fall in relevance in the order of the results")
    func matches() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        try session.register("mailinbox")
        let result = try await session.python(
            """
            for match in runner.Match("inbox"):
                print(match[0], match[1], match[2], int(match[3]), f"{match[4]:.3f}", dict(match[5]).get("subtext", "-"), sep="|")
            """)
        #expect(
            result.lines == [
                "\(Self.inbox)|Inbox|application-x-executable|100|1.000|3 need you",
                "\(Self.inbox)#new|Inbox: New message|mail-new|30|0.899|-",
                "org.example.family/org.example.mailinbox|Mailinbox|application-x-executable|10|0.498|-",
            ], "\(result.errors)")
        let types = try await session.python("print(runner.Match('inbox').signature, runner.Actions().signature)")
        #expect(types.output == "(sssida{sv}) (sss)\n")
    }

    @Test("Nothing matches an empty text or spaces, and running a match opens its action")
    func run() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        for text in ["", "  "] {
            #expect(try await session.call("\(SearchSession.runner).Match", text) == "(@a(sssida{sv}) [],)")
        }
        #expect(try await session.call("\(SearchSession.runner).Run", "\(Self.inbox)#new", "") == "()")
        try await session.bus.wait(for: "the action") { session.calls == ["inbox inbox:new"] }
        #expect(try session.registry.app("org.example.inbox")?.usage.count == 1)
        #expect(try await session.call("\(SearchSession.runner).Teardown") == "()")
    }

    @Test("KRunner gets the 50 best matches, and GNOME gets all")
    func limit() async throws {
        let session = try await SearchSession()
        for number in 1...60 { try session.register("app\(number)") }
        let result = try await session.python(
            """
            matches = [match[0] for match in runner.Match("app")]
            ids = search.GetInitialResultSet(["app"])
            print(len(matches), len(ids), matches == ids[:50])
            """)
        #expect(result.output == "50 60 True\n", "\(result.errors)")
    }
}
