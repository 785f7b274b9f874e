import AppGroup
import Foundation
import TestSupport
import Testing

/// The commands that messages name as the next step.
@Suite(.ownGroup) struct NextStepTests {
    let elsewhere = ["APP_GROUP": "org.example.hot"]

    /// Runs the last command that a message names, while `APP_GROUP` names another group. It must succeed.
    private func follow(_ message: String) async throws -> String {
        let start = try #require(message.range(of: "launcher ", options: .backwards)?.upperBound, "\(message)")
        let words = message[start...].prefix { $0 != "”" && $0 != "\n" }
        let result = try await shell("$launcher \(words)", setting: elsewhere)
        #expect(result.ending == .exit(0), "\(message): \(result.errors)")
        return result.output
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
