import AppGroup
import Foundation
import TestSupport
import Testing

/// Changes, as C and Python hear of them.
@Suite(.ownGroup) struct WatchTests {
    private func launcher(_ words: String...) async throws {
        let run = try await RunningProcess.run(
            BuiltProgram.launcher.path, words, environment: TestGroup.current.environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
    }

    @Test("A change by the command line wakes poll, and its line is what launcher watch prints")
    func polling() async throws {
        try await launcher("register", "org.example.tool", "--name", "Tool", "--", "true")
        let (watching, oracle) = (
            try BuiltLibrary.start("watching"), try BuiltProgram.launcher.start("watch", "--format", "json")
        )
        try await watching.line("watching")
        // Nothing says when launcher watches; a change that both must see comes again until it does.
        var number = 0
        while oracle.output.isEmpty || watching.output.split(separator: "\n").count < 2 {
            number += 1
            try await launcher("badge", "set", "org.example.tool", "\(number)")
            _ = await comesTrue(within: .seconds(2)) { !oracle.output.isEmpty }
        }
        /// Waits until both have seen a change: one that is undone before they look is none.
        func bothSee(_ change: String) async {
            let part = "\"change\":\"\(change)\""
            #expect(await comesTrue { watching.output.contains(part) && oracle.output.contains(part) }, "\(change)")
        }
        try await launcher("field", "set", "org.example.tool", "newest", "Ada \u{202E}\"x\"")
        await bothSee("field")
        try await launcher("settings", "set", "theme", "dark")
        await bothSee("setting")
        try await launcher("unregister", "org.example.tool")
        await bothSee("left")
        try await launcher("register", "org.example.last", "--name", "Last", "--", "true")
        let result = try await watching.result()
        #expect(result.ending == .exit(0), "\(result.errors)")
        let wanted = [#""change":"field""#, #""change":"setting""#, #""change":"left""#, #""change":"joined""#]
        #expect(await comesTrue { oracle.output.contains(#""joined","id":"org.example.last""#) })
        for part in wanted {
            let lines = [result.output, oracle.output].map { $0.split(separator: "\n").filter { $0.contains(part) } }
            #expect(lines[0] == lines[1])
            #expect(lines[0].count == 1)
        }
    }

    @Test("A parent and a forked child with one watch both see each change, even if the child was out of files")
    func forked() async throws {
        let result = try await BuiltLibrary.output("forked-watch")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "1 1 0\n")
    }

    @Test("A change by the command line wakes asyncio and a plain loop of Python")
    func asyncio() async throws {
        try await launcher("register", "org.example.tool", "--name", "Tool", "--", "true")
        let result = try await BuiltLibrary.python("changes")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "async badge 3\nloop badge 4\nclosed\n")
    }
}
