import AppGroup
import Foundation
import TestSupport
import Testing

/// The commands that messages name as the next step.
@Suite(.ownGroup) struct NextStepTests {
    let elsewhere = ["APP_GROUP": "org.example.hot"]
    let there = ["--group", "org.example.cold"]

    /// Runs the last command that a message names, while `APP_GROUP` names another group. It must succeed.
    private func follow(_ message: String) async throws -> String {
        let start = try #require(message.range(of: "launcher ", options: .backwards)?.upperBound, "\(message)")
        let words = message[start...].prefix { $0 != "”" && $0 != "\n" }
        let result = try await shell("$launcher \(words)", setting: elsewhere)
        #expect(result.ending == .exit(0), "\(message): \(result.errors)")
        return result.output
    }

    @Test(
        "The command that a message names reaches the group of the message, although APP_GROUP names another one",
        arguments: [
            ([["unregister", "tea"]], true), ([["hide", "tea"], ["list"]], true), ([["open", "nope"]], true),
            ([["field", "get", "tea", "nope"]], true), ([["history", "show", "tea"]], false),
            ([["history", "off", "tea"], ["history", "show", "tea"]], false),
            ([["history", "off"], ["history", "show"]], false),
            ([["unregister", "org.example.tea"], ["open", "org.example.tea"]], true),
        ])
    func reachesGroup(commands: [[String]], printsApp: Bool) async throws {
        try await register("Ice", group: "org.example.hot")
        try await register("Tea", group: "org.example.cold")
        var message = ""
        for command in commands { message = try await launcher(command + there, setting: elsewhere).errors }
        #expect(try await follow(message).contains("org.example.tea") == printsApp, "\(message)")
    }

    @Test("The message about an app whose program is gone names a command that removes it from its group")
    func removesMissing() async throws {
        try await register("Ice", group: "org.example.hot")
        let program = try TestGroup.current.makeProgram("tea")
        try await printed(["register", "org.example.tea", "--name", "Tea"] + there + ["--", program])
        try FileManager.default.removeItem(atPath: program)
        #expect(try await follow(launcher(["open", "tea"] + there, setting: elsewhere).errors) == "")
        #expect(try await printed(["list", "--all"] + there).contains("unregistered"))
    }

    @Test("The warning about a damaged group names a command that repairs this one of several groups")
    func repairs() async throws {
        try await register("Ice", group: "org.example.hot")
        try await register("Tea", group: "org.example.cold")
        // Its log remains.
        try Data().write(to: URL(filePath: "\(TestGroup.current.container(of: "org.example.cold"))/registry.sqlite"))
        let warning = try await launcher("list", setting: ["APP_GROUP": nil]).errors
        #expect(warning.contains("org.example.cold is skipped"))
        _ = try await follow(warning)
        #expect(try await listedIDs("--group", "org.example.cold") == ["tea"])
    }
}
