import AppGroup
import Foundation
import TestSupport
import Testing

/// The real rofi and dmenu on a screen that nobody sees, with somebody who types.
@Suite("A menu on a screen", .ownGroup) struct MenuScreenTests {
    /// A screen of the test's own, as long as the value lives.
    private struct Screen {
        let server: RunningProcess
        let display: String

        init() async throws {
            let server = try RunningProcess(
                "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "900x560x24", "-nolisten", "tcp"],
                environment: TestGroup.current.environment)
            try #require(await comesTrue { server.output.hasSuffix("\n") }, "Xvfb did not start: \(server.errors)")
            self.server = server
            display = ":" + server.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        var environment: ProcessEnvironment {
            var environment = TestGroup.current.environment
            environment.variables["DISPLAY"] = display
            environment.variables["XDG_DATA_DIRS"] = "/usr/share"
            environment.variables["XDG_RUNTIME_DIR"] = "\(TestGroup.current.folder)/home"
            environment.variables["PATH"] = "\(TestGroup.current.folder)/bin:/usr/bin:/bin"
            return environment
        }

        func run(_ words: String...) async throws -> RunningProcess.Result {
            try await RunningProcess.run("/usr/bin/env", words, environment: environment)
        }

        /// Types a text, then presses keys.
        func type(_ keys: String..., text: String? = nil) async throws {
            if let text { _ = try await run("xdotool", "type", text) }
            for key in keys { _ = try await run("xdotool", "key", key) }
        }

        /// Waits until the menu's window is there and what it shows stays the same for two looks.
        func settle(_ program: String = "rofi") async throws {
            let window = try await run("xdotool", "search", "--sync", "--onlyvisible", "--class", program)
            try #require(window.ending == .exit(0), "\(window.errors)")
            var last = ""
            for _ in 0..<100 {
                let picture = try await run("sh", "-c", "import -window root -depth 8 rgb:- | sha256sum")
                if picture.output == last { return }
                last = picture.output
                try await Task.sleep(for: .milliseconds(200))
            }
        }

        /// Keeps what is to be seen where pictures for the documents are wanted.
        func record(_ name: String) async throws {
            guard let folder = ProcessInfo.processInfo.environment["RECORD_SCREENSHOTS"] else { return }
            let window = try await run("xdotool", "search", "--onlyvisible", "--class", "rofi").lines.last ?? "root"
            let result = try await run("import", "-window", String(window), "\(folder)/\(name).png")
            #expect(result.ending == .exit(0), "\(result.errors)")
        }
    }

    private func rofi(on screen: Screen) throws -> RunningProcess {
        let script = "'\(BuiltProgram.launcher.path)' menu --order name --rofi-script --"
        return try RunningProcess(
            "/usr/bin/rofi", ["-show", "family", "-modi", "family:\(script)", "-show-icons", "-normal-window"],
            environment: screen.environment)
    }

    @Test("shows the family in script mode, and opens what is chosen")
    func selection() async throws {
        try await MenuHome.make()
        let screen = try await Screen()
        let rofi = try rofi(on: screen)
        try await screen.settle()
        try await screen.record("menu-rofi")
        try await screen.type("Down", "Return")
        #expect(await MenuHome.opened() == "rooms", "\(rofi.errors)")
        #expect(try await rofi.result().ending == .exit(0))
    }

    @Test("finds an app by its scheme, which is not to be seen, and shows its actions on Alt+1")
    func actions() async throws {
        try await MenuHome.make()
        let screen = try await Screen()
        let rofi = try rofi(on: screen)
        try await screen.settle()
        try await screen.type(text: "inbox")
        try await screen.settle()
        try await screen.type("alt+1")
        try await screen.settle()
        try await screen.record("menu-rofi-actions")
        try await screen.type("Down", "Return")
        #expect(await MenuHome.opened() == "inbox inbox:newest", "\(rofi.errors)")
    }

    @Test("is driven by launcher menu, whose choice is by number")
    func dmenuMode() async throws {
        try await MenuHome.make()
        let screen = try await Screen()
        let menu = try RunningProcess(
            BuiltProgram.launcher.path, ["menu", "--order", "name", "--with", "rofi", "--", "-normal-window"],
            environment: screen.environment)
        try await screen.settle()
        try await screen.record("menu-rofi-dmenu")
        try await screen.type(text: "mtg")
        try await screen.settle()
        try await screen.type("Return")
        #expect(await MenuHome.opened() == "rooms", "\(menu.errors)")
        #expect(try await menu.result().ending == .exit(0))
    }

    @Test("is dmenu, where that is wanted")
    func dmenu() async throws {
        try await MenuHome.make()
        let screen = try await Screen()
        let menu = try RunningProcess(
            BuiltProgram.launcher.path, ["menu", "--order", "name", "--with", "dmenu"], environment: screen.environment)
        try await screen.settle("dmenu")
        try await screen.type("Return", text: "note")
        #expect(await MenuHome.opened() == "notes", "\(menu.errors)")
        #expect(try await menu.result().ending == .exit(0))
    }
}
