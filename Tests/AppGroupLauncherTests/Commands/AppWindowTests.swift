import AppGroup
import Foundation
import TestSupport
import Testing

@testable import AppGroupLauncher

/// Terminal apps in their own windows.
@Suite(.ownGroup) struct AppWindowTests {
    static let decisions: [(HoldPolicy, AppExitStatus, Duration, Bool, HoldPolicy?, Bool)] = [
        (.auto, 0, .seconds(1), true, nil, true), (.auto, 0, .seconds(6), true, nil, false),
        (.auto, 1, .seconds(6), true, nil, true), (.auto, 130, .seconds(1), true, nil, false),
        (.auto, 0, .seconds(1), false, nil, false), (.auto, 1, .seconds(1), false, nil, false),
        (.auto, 0, .seconds(6), false, .always, true), (.auto, 1, .seconds(1), true, .never, false),
        (.auto, 0, .seconds(1), true, .auto, true), (.always, 0, .seconds(6), false, .never, true),
        (.never, 1, .seconds(1), true, .always, false),
    ]

    @Test("A window stays if its app failed or ended soon, and as the user or the app wants", arguments: decisions)
    func decision(
        policy: HoldPolicy, status: AppExitStatus, duration: Duration, isOwn: Bool, setting: HoldPolicy?, holds: Bool
    ) {
        #expect(policy.holds(status: status, after: duration, isOwnWindow: isOwn, setting: setting) == holds)
    }

    /// Registers a terminal app with this script.
    private func registerTUI(_ script: String, _ options: String...) async throws {
        let program = try TestGroup.current.makeProgram("tui", script)
        try await printed(
            ["register", "org.example.tui", "--name", "Some Tool"] + options + ["--terminal", "--", program])
    }

    /// A window in which the launcher is the only program, as a desktop opens it. It can be read after its end.
    private func window(_ words: String) async throws -> TmuxScreen {
        try await TmuxScreen(
            configuration: "set -g remain-on-exit on", shell: "exec \"$launcher\" open \(words) 2>&1")
    }

    private func ended(_ window: TmuxScreen, status: Int) async throws {
        var seen = ""
        let hasEnded = try await comesTrue(within: TmuxScreen.patience) {
            seen = try await window.value("#{pane_dead} #{pane_dead_status}")
            if seen == "1 \(status)" { return true }
            // tmux 3.3a can miss the end of a process until another one ends.
            try await window.tmux("run-shell", "true")
            try await Task.sleep(for: .milliseconds(50))
            return false
        }
        if hasEnded { return }
        Issue.record("The window did not end with status \(status): \(seen)\n\(try await window.text())")
    }

    @Test("A window under the app's name shows what an app printed that has ended, and ends after a key")
    func quick() async throws {
        try await registerTUI("echo \"short text in $APP_GROUP_WINDOW\"; exit 3")
        let window = try await window("--hold auto tui")
        try await window.shows("short text in org.example.tui")
        try await window.shows("Some Tool has ended with status 3. Press any key to close this window.")
        #expect(try await window.value("#{pane_title}") == "Some Tool")
        #expect(try await window.value("#{pane_dead}") == "0")
        #expect(try await openCount(of: "tui") == 1)
        try await window.press("C-c")
        try await ended(window, status: 3)
        await window.end()
    }

    @Test("A key that was pressed while the app ran does not close the window")
    func earlierKeys() async throws {
        let sign = "\(TestGroup.current.folder)/go"
        try await registerTUI("echo running; until [ -e \(sign) ]; do sleep 0.1; done", "--field", "hold=always")
        let window = try await window("--hold auto tui")
        try await window.shows("running")
        try await window.press("a", "Enter")
        try await window.shows("a")
        try Data().write(to: URL(filePath: sign))
        try await window.shows("Some Tool has ended. Press any key")
        #expect(try await window.value("#{pane_dead}") == "0")
        try await window.press("x")
        try await ended(window, status: 0)
        await window.end()
    }

    @Test("A window does not stay if the command or the app's own setting says so", arguments: ["never", "auto"])
    func never(policy: String) async throws {
        try await registerTUI("exit 4", "--field", "hold=\(policy == "never" ? "always" : "never")")
        let window = try await window("--hold \(policy) tui")
        try await ended(window, status: 4)
        await window.end()
    }

    @Test("An app that stops itself goes on in a window without a shell that could continue it")
    func selfStopped() async throws {
        try await registerTUI("kill -STOP $$; echo text; exit 3")
        let window = try await window("--hold auto tui")
        try await window.shows("text")
        try await window.shows("Some Tool has ended with status 3.")
        try await window.press("x")
        try await ended(window, status: 3)
        await window.end()
    }

    @Test("In a shell's own terminal, only --hold always waits for a key")
    func shell() async throws {
        try await registerTUI("echo text; exit 1")
        let screen = try await TmuxScreen()
        try await screen.type("\"$launcher\" open --hold auto tui; echo after $?")
        try await screen.press("Enter")
        try await screen.shows("\nafter 1")
        try await screen.type("clear; \"$launcher\" open --hold always tui; echo then $?")
        try await screen.press("Enter")
        try await screen.shows("Press any key")
        try await screen.press("x")
        try await screen.shows("\nthen 1")
        await screen.end()
    }

    @Test("A window says why an app cannot be opened, and stays")
    func failure() async throws {
        try await registerTUI("true")
        for (word, status, reason) in [("none", 66, "There is no app “none”"), ("tui", 69, "is not installed")] {
            if word == "tui" { try FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/bin/tui") }
            let window = try await TmuxScreen(
                configuration: "set -g remain-on-exit on", shell: "exec \"$launcher\" open --hold auto \(word)",
                name: word)
            try await window.shows(reason)
            try await window.shows("Press any key")
            try await window.press("x")
            try await ended(window, status: status)
            await window.end()
        }
    }

    @Test("A window in which an offered app could not be installed stays, so that the reason can be read")
    func failedInstallation() async throws {
        let source: OfferSource = "https://tools.example"
        try TestGroup.current.registry.setOffers(
            [AppOffer(app: "org.example.maps", name: "Maps", version: nil, source: source)], from: source)
        try TestGroup.current.makeProgram("launcher-store", "echo The login has ended.; exit 77")
        let window = try await window("--hold auto maps")
        try await window.shows("[y/N]")
        try await window.press("y", "Enter")
        try await window.shows("The login has ended.")
        try await window.shows("Press any key")
        let text = try await window.text()
        #expect(!text.contains("ended with status"), "\(text)")
        try await window.press("x")
        try await ended(window, status: 77)
        await window.end()
    }

    @Test("Without a terminal, a terminal app gets a window in which the launcher opens it with the same link")
    func newWindow() async throws {
        try await registerTUI("true", "--scheme", "tui", "--action", "new=tui:new")
        for (words, expected) in [
            (["tui"], "--group|org.example.family|org.example.tui|"),
            (["tui:a b"], "--group|org.example.family|org.example.tui|tui:a b|"),
            (["tui", "x:$(id)"], "--group|org.example.family|org.example.tui|x:$(id)|"),
            (["tui#new"], "--group|org.example.family|org.example.tui#new|"),
        ] {
            #expect(try await wordsInNewWindow(words) == expected)
        }
        #expect(try await openCount(of: "tui") == 0, "the launcher in the window counts the opening")
        try await refuses("open", "--hold", "sometimes", "tui", status: 64, saying: "--hold")
    }

    @Test("If a default handler gets a new window, the launcher there looks only in the group that was asked")
    func newWindowForHandler() async throws {
        try await registerTUI("true")
        try await register("Kettle", "--scheme", "kettle", group: "org.example.other")
        try DesktopHome.write(
            "\(DesktopHome.entries)/pot.desktop",
            "[Desktop Entry]\nType=Application\nName=Pot\nExec=true %u\nTerminal=true\n")
        try DesktopHome.write(
            DesktopHome.defaults,
            "[Default Applications]\nx-scheme-handler/kettle=pot.desktop\nx-scheme-handler/cup=pot.desktop\n")
        let group = "org.example.family"
        for (words, variable, expected) in [
            (["--group", group, "kettle:x"], nil, "--group|\(group)|kettle:x|"),
            (["kettle:x"], group, "--group|\(group)|kettle:x|"),
            // All groups were asked.
            (["cup:x"], nil, "cup:x|"),
        ] as [([String], String?, String)] {
            #expect(try await wordsInNewWindow(words, setting: ["APP_GROUP": variable]) == expected)
        }
    }

    /// Runs `launcher open --hold auto` without a terminal.
    ///
    /// - Returns: The words of the launcher in the new window after `open --hold auto --in-window`.
    private func wordsInNewWindow(_ words: [String], setting: [String: String?] = [:]) async throws -> String {
        let proof = "\(TestGroup.current.folder)/terminal"
        try? FileManager.default.removeItem(atPath: proof)
        try TestGroup.current.makeProgram("xterm", "printf '%s|' \"$@\" >\(proof).new; mv \(proof).new \(proof)")
        try await printed(
            ["open", "--hold", "auto"] + words, setting: setting.merging(["TERMINAL": "xterm"]) { $1 })
        _ = await comesTrue { FileManager.default.fileExists(atPath: proof) }
        let seen = try String(contentsOfFile: proof, encoding: .utf8)
        let home = "-e|/usr/bin/env|APP_GROUP_HOME=\(TestGroup.current.home)|"
        let start = "\(home)\(BuiltProgram.launcher.path)|open|--hold|auto|--in-window|"
        try #require(seen.hasPrefix(start), "\(seen)")
        return String(seen.dropFirst(start.count))
    }

    @Test("A key without a terminal that cannot open its app shows why in a notification")
    func notification() async throws {
        try await registerTUI("true")
        let told = "\(TestGroup.current.folder)/told"
        try TestGroup.current.makeProgram("notify-send", "printf '%s\\n' \"$@\" >\(told)")
        let bus = ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost"]
        for words in [["none"], ["--hold", "auto", "--no-notice", "none"]] {
            #expect(try await launcher(["open"] + words, setting: bus).ending == .exit(66))
            #expect(!FileManager.default.fileExists(atPath: told), "\(words)")
        }
        let result = try await launcher("open", "--hold", "auto", "none", setting: bus)
        #expect(result.ending == .exit(66) && result.errors.contains("“none”"), "\(result)")
        let lines = try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n")
        #expect(lines.dropLast().last == "Could not open the app" && lines.last?.contains("“none”") == true, "\(lines)")
    }

    @Test("A graphical app is opened as without --hold")
    func graphical() async throws {
        try await MenuHome.install("paint")
        try await printed("open", "--hold", "always", "paint")
        #expect(await MenuHome.opened() == "paint")
    }

    @Test("In the real xterm, an app that has ended stays visible under its name until a key is pressed")
    func xterm() async throws {
        let proof = "\(TestGroup.current.folder)/ended"
        // On a busy machine, even this app can run so long that its window would not stay by itself.
        try await registerTUI("echo text; touch \(proof)", "--field", "hold=always")
        let server = try RunningProcess(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "640x400x24", "-noreset", "-nolisten", "tcp"],
            environment: TestGroup.current.environment)
        try #require(await comesTrue { server.output.hasSuffix("\n") }, "Xvfb did not start: \(server.errors)")
        let display = ":" + server.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let screen = environment(setting: ["DISPLAY": display, "TERMINAL": "xterm"])
        func xdotool(_ words: String...) async throws -> [Substring] {
            try await RunningProcess.run("/usr/bin/xdotool", words, environment: screen).lines
        }
        func named() async throws -> [Substring] {
            try await xdotool("search", "--onlyvisible", "--name", "^Some Tool$")
        }
        try await printed("open", "--hold", "auto", "tui", setting: ["DISPLAY": display, "TERMINAL": "xterm"])
        #expect(await comesTrue { FileManager.default.fileExists(atPath: proof) })
        // xterm may read its name after the app has ended.
        var windows: [Substring] = []
        _ = try await comesTrue(within: TmuxScreen.patience) {
            windows = try await named()
            return !windows.isEmpty
        }
        let window = try #require(windows.first.map(String.init), "there is no window of this name")
        let isClosed = try await comesTrue(within: TmuxScreen.patience) {
            // Keys count only from the moment at which the app has ended.
            _ = try await xdotool("windowfocus", window, "key", "x")
            return try await named().isEmpty
        }
        #expect(isClosed)
        #expect(try await openCount(of: "tui") == 1)
        server.send(SIGTERM)
        _ = try await server.result()
    }
}
