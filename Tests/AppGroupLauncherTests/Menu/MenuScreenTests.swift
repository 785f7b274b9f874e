import AppGroup
import Foundation
import TestSupport
import Testing

/// The real rofi and dmenu on a virtual screen, with simulated typing.
@Suite("Menus on a screen", .ownGroup) struct MenuScreenTests {
    /// A virtual screen, as long as the value lives.
    private struct Screen {
        let server: RunningProcess
        let display: String
        /// The screen without a window.
        private var empty = ""

        /// Runs `body` with a screen. The screen is ended properly, because it would leave its lock file behind
        /// otherwise.
        static func with(_ body: (Screen) async throws -> Void) async throws {
            try await MenuHome.make()
            let screen = try await Screen()
            var failure: (any Error)?
            do { try await body(screen) } catch { failure = error }
            screen.server.send(SIGTERM)
            _ = try await screen.server.result()
            if let failure { throw failure }
        }

        private init() async throws {
            let server = try RunningProcess(
                "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "900x560x24", "-noreset", "-nolisten", "tcp"],
                environment: TestGroup.current.environment)
            try #require(await comesTrue { server.output.hasSuffix("\n") }, "Xvfb did not start: \(server.errors)")
            self.server = server
            display = ":" + server.output.trimmingCharacters(in: .whitespacesAndNewlines)
            empty = try await look()
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

        /// A checksum of the picture on the screen.
        private func look() async throws -> String {
            var answer: RunningProcess.Result?
            _ = try await comesTrue(within: Self.patience) {
                answer = try await run("bash", "-o", "pipefail", "-c", "import -window root -depth 8 rgb:- | sha256sum")
                return answer?.ending == .exit(0) || !server.isRunning
            }
            try #require(answer?.ending == .exit(0), "\(answer?.errors ?? "") \(server.errors)")
            return answer?.output ?? ""
        }

        /// The time within which a screen must show something.
        private static let patience = Duration.seconds(300)

        /// Does something, and waits until the picture has changed and then stays the same twice in a row. The empty
        /// screen between two menus does not count.
        func settle(after change: () async throws -> Void) async throws {
            let before = try await look()
            try await change()
            var last = before
            let hasSettled = try await comesTrue(within: Self.patience) {
                let seen = try await look()
                if seen == last, seen != before, seen != empty { return true }
                last = seen
                try await Task.sleep(for: .milliseconds(100))
                return false
            }
            if !hasSettled { Issue.record("Nothing changed on the screen.") }
        }

        /// Presses a key that ends the rofi of a menu, and waits until the next one, which the menu starts, is visible:
        /// keys that are pressed before would be lost.
        func settle(pressing key: String, inRofiOf menu: RunningProcess) async throws {
            func rofi() async throws -> String {
                try await run("pgrep", "-x", "-P", "\(menu.id)", "rofi").output
            }
            let old = try await rofi()
            try await settle {
                try await type(key)
                let isNew = try await comesTrue(within: Self.patience) {
                    let now = try await rofi()
                    return !now.isEmpty && now != old || !menu.isRunning
                }
                if !isNew { Issue.record("The menu did not start rofi again.") }
            }
        }

        /// Starts a menu, and waits until it is visible.
        func show(_ start: () throws -> RunningProcess) async throws -> RunningProcess {
            var process: RunningProcess?
            try await settle { process = try start() }
            return try #require(process)
        }
    }

    private func start(on screen: Screen) throws -> RunningProcess {
        let script = "'\(BuiltProgram.launcher.path)' menu --order name --rofi-script --"
        return try RunningProcess(
            "/usr/bin/rofi", ["-show", "apps", "-modi", "apps:\(script)", "-show-icons", "-normal-window"],
            environment: screen.environment)
    }

    /// The command that docs/desktop.md gives for rofi itself.
    private static func documentedCommand() throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/desktop.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(page.range(of: "\n**In rofi itself,**")).upperBound
        let lines = page[start...].split(separator: "\n").drop { !$0.hasPrefix("```") }.dropFirst()
        let command = lines.prefix { !$0.hasPrefix("```") }.joined(separator: "\n")
        try #require(command.hasPrefix("$ rofi "))
        return String(command.dropFirst(2))
    }

    @Test("rofi shows the group in script mode with the documented command, and opens the chosen app")
    func selection() async throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(TestGroup.current.folder)/bin/launcher", withDestinationPath: BuiltProgram.launcher.path)
        try await Screen.with { screen in
            let command = try Self.documentedCommand()
            let rofi = try await screen.show {
                try RunningProcess(
                    "/bin/sh", ["-c", "exec \(command) -normal-window"], environment: screen.environment)
            }
            try await screen.type("Down", "Return")
            #expect(await MenuHome.opened() == "rooms", "\(rofi.errors)")
            #expect(try await rofi.result().ending == .exit(0))
        }
    }

    @Test("rofi finds an app by its scheme, which is not visible, and shows its actions on Alt+1")
    func actions() async throws {
        try await Screen.with { screen in
            let rofi = try await screen.show { try start(on: screen) }
            try await screen.settle { try await screen.type(text: "inbox") }
            try await screen.settle { try await screen.type("alt+1") }
            try await screen.type("Down", "Return")
            #expect(await MenuHome.opened() == "inbox inbox:newest", "\(rofi.errors)")
        }
    }

    @Test("launcher menu runs rofi and reads the number of the chosen row")
    func dmenuMode() async throws {
        try await Screen.with { screen in
            let menu = try await screen.show {
                try RunningProcess(
                    BuiltProgram.launcher.path, ["menu", "--order", "name", "--with", "rofi", "--", "-normal-window"],
                    environment: screen.environment)
            }
            try await screen.settle { try await screen.type(text: "mtg") }
            try await screen.type("Return")
            #expect(await MenuHome.opened() == "rooms", "\(menu.errors)")
            #expect(try await menu.result().ending == .exit(0))
        }
    }

    @Test("rofi understands our theme without a complaint, and Escape leaves the actions of an app for all apps")
    func theme() async throws {
        try await Screen.with { screen in
            let text = try await printed("menu", "--rofi-theme")
            let dump = try await screen.run("rofi", "-theme-str", text, "-dump-theme")
            #expect(
                dump.ending == .exit(0) && dump.errors == "" && dump.output.contains("orientation"), "\(dump.errors)")
            let menu = try await screen.show {
                try RunningProcess(
                    BuiltProgram.launcher.path, ["menu", "--order", "name", "--with", "rofi", "--", "-normal-window"],
                    environment: screen.environment)
            }
            try await screen.settle(pressing: "alt+1", inRofiOf: menu)
            try await screen.settle(pressing: "Escape", inRofiOf: menu)
            try await screen.settle { try await screen.type(text: "inbox:a?b") }
            try await screen.type("Return")
            #expect(await MenuHome.opened() == "inbox inbox:a?b", "\(menu.errors)")
            #expect(try await menu.result().ending == .exit(0) && menu.errors == "")
        }
    }

    @Test("rofi shows an app with a name that looks like an option")
    func dash() async throws {
        try await Screen.with { screen in
            try await MenuHome.install("dash", "--name=-h")
            let menu = try await screen.show {
                try RunningProcess(
                    BuiltProgram.launcher.path, ["menu", "dash", "--with", "rofi", "--", "-normal-window"],
                    environment: screen.environment)
            }
            try await screen.type("Return")
            #expect(await MenuHome.opened() == "dash", "\(menu.errors)")
        }
    }

    @Test("rofi in script mode opens the best match for text that is not a row")
    func custom() async throws {
        try await Screen.with { screen in
            let rofi = try await screen.show { try start(on: screen) }
            try await screen.settle { try await screen.type(text: "mtg") }
            try await screen.type("Return")
            #expect(await MenuHome.opened() == "rooms", "\(rofi.errors)")
            #expect(try await rofi.result().ending == .exit(0))
        }
    }

    @Test(
        "dmenu can be chosen as menu, and text that it does not find is searched for again", arguments: ["note", "nts"])
    func dmenu(typed: String) async throws {
        try await Screen.with { screen in
            let menu = try await screen.show {
                try RunningProcess(
                    BuiltProgram.launcher.path, ["menu", "--order", "name", "--with", "dmenu"],
                    environment: screen.environment)
            }
            try await screen.type("Return", text: typed)
            #expect(await MenuHome.opened() == "notes", "\(menu.errors)")
            #expect(try await menu.result().ending == .exit(0))
        }
    }
}
