import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct WatchCommandTests {
    @Test("watch prints a line for each change by another process, until a signal ends it")
    func lines() async throws {
        try await register("Tea")
        let watch = try BuiltProgram.launcher.start("watch", "--format", "json")
        // Changes before the first look are not reported, so the change is repeated until it is.
        var count = 0
        while !watch.output.contains("badge"), count < 600 {
            count += 1
            try await printed("badge", "set", "org.example.tea", "\(count)")
            _ = await comesTrue(within: .milliseconds(100)) { watch.output.contains("badge") }
        }
        try await printed("settings", "set", "key", "va\"lue")
        try await printed("open", "tea")
        #expect(
            await comesTrue {
                let output = watch.output
                return output.hasSuffix("\n") && output.contains("\"setting\"") && output.contains("\"opened\"")
            })
        let changes = try watch.output.split(separator: "\n").map { try json(String($0)) }
        #expect(changes.allSatisfy { $0["version"] as? Int == 1 && $0["group"] as? String == "org.example.family" })
        let badge = try #require(changes.first { $0["change"] as? String == "badge" })
        #expect(badge["id"] as? String == "org.example.tea")
        #expect((1...count).contains(try #require(badge["badge"] as? Int)))
        let setting = try #require(changes.first { $0["change"] as? String == "setting" })
        #expect(setting["key"] as? String == "key" && setting["value"] as? String == "va\"lue")
        watch.send(SIGTERM)
        let result = try await watch.result()
        #expect(result.ending == .signal(SIGTERM))
        #expect(result.errors == "")
    }

    @Test("watch includes groups that are created later, from their first app on")
    func comingGroup() async throws {
        try await register("Tea", group: "org.example.hot")
        let watch = try BuiltProgram.launcher.start(
            "watch", "--format", "tsv", environment: environment(setting: ["APP_GROUP": nil]))
        var count = 0
        while watch.output.isEmpty, count < 600 {
            count += 1
            try await printed("badge", "set", "org.example.tea", "\(count)", "--group", "org.example.hot")
            _ = await comesTrue(within: .milliseconds(100)) { !watch.output.isEmpty }
        }
        try await register("Ice", group: "org.example.cold")
        #expect(await comesTrue { watch.output.contains("org.example.cold\tjoined\torg.example.ice\n") })
        try await printed("badge", "set", "org.example.ice", "7", "--group", "org.example.cold")
        #expect(await comesTrue { watch.output.contains("org.example.cold\tbadge\torg.example.ice\t7\n") })
        watch.send(SIGTERM)
        let result = try await watch.result()
        #expect(result.errors == "" && !result.output.contains("org.example.hot\tjoined"))
    }

    @Test(
        "On a terminal, a command that waits for a group says so",
        arguments: ["watch --format tsv", "widget --follow --format prompt"])
    func awaited(command: String) async throws {
        try await register("Tea")
        let screen = try await TmuxScreen(columns: 160)
        try await screen.type("\"$launcher\" \(command) --group org.example.famly\n")
        try await screen.shows("no group org.example.famly on this machine yet. Did you mean “org.example.family”?")
        try await screen.shows("Waiting for it.")
        await screen.end()
    }

    @Test(
        "Nothing wakes watch and widget --follow while nothing changes",
        arguments: [["watch", "--format", "tsv"], ["widget", "--format", "prompt", "--follow"]])
    func isIdle(command: [String]) async throws {
        try await register("Tea")
        let process = try RunningProcess(
            BuiltProgram.launcher.path, command, environment: TestGroup.current.environment)
        #expect(try await Wakeups.end(of: process.id))
        // It may not have begun yet, and does not report what happened before. So the change is repeated.
        var count = 6
        #expect(
            try await comesTrue {
                count += 1
                try await printed("badge", "set", "org.example.tea", "\(count)")
                return await comesTrue(within: .seconds(1)) { process.output.contains("\(count)\n") }
            }, "\(process.errors)")
    }

    @Test("watch ends quietly when its reader closes the pipe, even without another change")
    func closedPipe() async throws {
        try await register("Tea")
        let script = """
            line=$(mktemp)
            ("$launcher" watch --format tsv; echo "ended $?" >&2) | head -n 1 >"$line" &
            until [ -s "$line" ]; do "$launcher" badge add org.example.tea 1; sleep 0.05; done
            wait
            cat "$line"
            rm "$line"
            """
        let result = try await shell(script)
        #expect(result.lines.count == 1)
        #expect(result.errors == "ended \(128 + SIGPIPE)\n")
    }
}
