import Foundation
import TestSupport
import Testing

/// Debian's waybar and polybar with the snippets of docs/widget.md, run and looked at by bars.py.
@Suite(.ownGroup) struct BarTests {
    init() async throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(TestGroup.current.folder)/bin/launcher", withDestinationPath: BuiltProgram.launcher.path)
        try await register("Tea", "--badge", "3", "--scheme", "tea")
    }

    @Test("polybar shows the count in red and follows it, and a click on a terminal app opens it in a terminal")
    func polybar() async throws {
        let terminal = try NotingTerminal()
        let bar = "[bar/test]\nwidth = 100%\nheight = 30\nmodules-left = launcher\n"
        let seen = try await run(
            "polybar", configuration: bar + SnippetTests.snippet("## polybar"), setting: terminal.setting)
        let red = try #require(seen["red"] as? [Int])
        #expect(red[0] > 0 && red[1] > red[0])
        #expect(seen["opened"] as? Int == 1)
        #expect(terminal.commands.contains("org.example.tea"))
    }

    @Test("waybar shows its module in red if an app has a badge, and follows it, and a click opens the menu")
    func waybar() async throws {
        let style = try TestGroup.current.makeFile(
            "style.css", Array("#custom-launcher.badges { color: #e52222; }\n".utf8))
        var bar = try json(SnippetTests.snippet("## waybar"))
        bar["modules-left"] = ["custom/launcher"]
        bar["height"] = 30
        let text = String(decoding: try JSONSerialization.data(withJSONObject: bar), as: UTF8.self)
        // sway refuses to run as root, so another user runs the bar and owns the test's files.
        if getuid() == 0 {
            let folders = "'\(TestGroup.current.folder)' \"$(dirname '\(TestGroup.current.home)')\""
            #expect(try await shell("chown -R 65534 \(folders)").ending == .exit(0))
        }
        let seen = try await run("waybar", configuration: text, style)
        let red = try #require(seen["red"] as? [Int])
        #expect(red[0] > 0 && red[1] > red[0])
        #expect(seen["menu"] as? String == "Tea (888888)\n")
    }

    /// The result of a bar with this configuration.
    private func run(
        _ bar: String, configuration: String, _ more: String..., setting: [String: String?] = [:]
    ) async throws -> [String: Any] {
        let file = try TestGroup.current.makeFile("configuration", Array(configuration.utf8))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "bars.py").path
        var environment = environment(setting: setting)
        environment.variables["TMPDIR"] = FileManager.default.temporaryDirectory.path
        let result = try await RunningProcess.run(
            Python.interpreter.path, ["-B", script, bar, file] + more, environment: environment)
        #expect(result.ending == .exit(0), "\(result.errors)")
        return try json(result.output)
    }
}
