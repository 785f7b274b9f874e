import AppGroup
import AppGroupPlatform
import Foundation
import TestSupport
import Testing

/// The home screen in a real terminal.
@Suite(.ownGroup) struct HomeCommandTests {
    /// Runs a test in a terminal with the home screen of three apps.
    private func home(
        columns: Int = 80, rows: Int = 24, _ body: (TmuxScreen) async throws -> Void
    ) async throws {
        try await register("Tea", "--badge", "3")
        try await register("Coffee")
        try await launcher("register", "org.example.say", "--name", "Say it", "--terminal", "--", "/bin/echo", "said")
        let screen = try await TmuxScreen(columns: columns, rows: rows)
        do {
            try await screen.type("stty -g >before; \"$launcher\" home\n")
            try await screen.shows("Enter opens")
            try await body(screen)
        } catch {
            await screen.end()
            throw error
        }
        await screen.end()
    }

    /// Expects that it ended with this status and restored the terminal.
    private func isGivenBack(_ screen: TmuxScreen, status: String) async throws {
        try await screen.shows("the shell") { $0.hasSuffix("$") || $0.contains("\n$") }
        try await screen.type("echo \"status $?\"; stty -g >after; cmp before after && echo same\n")
        try await screen.shows("status \(status)\nsame")
        #expect(try await screen.value("#{alternate_on} #{cursor_flag} #{wrap_flag}") == "0 1 1")
    }

    @Test("The home screen shows icons, names and live badges in a grid, and Escape restores the terminal")
    func grid() async throws {
        try await home { screen in
            let lines = try await screen.text().split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0].hasPrefix("org.example.family") && lines[0].hasSuffix("3 to do"))
            #expect(lines.contains { $0.contains("Coffee") && $0.contains("Say it") && $0.contains("Tea") })
            #expect(try await screen.value("#{alternate_on} #{cursor_flag}") == "1 0")
            try await printed("badge", "set", "org.example.tea", "42")
            try await screen.shows("42 to do")
            try await register("Juice")
            try await screen.shows("Juice")
            try await screen.press("Escape")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("Typing finds an app, and Enter opens it in this terminal")
    func open() async throws {
        try await home { screen in
            try await screen.type("say")
            try await screen.shows("the one app") { $0.contains("Search: say") && !$0.contains("Coffee") }
            try await screen.press("Enter")
            try await screen.shows("\nsaid\n")
            try await isGivenBack(screen, status: "0")
            #expect(try await openCount(of: "say") == 1)
        }
    }

    @Test("The home screen shows why an app cannot be opened, and stays")
    func cannotOpen() async throws {
        // The program exists, so the app is shown, but its interpreter does not.
        let program = "\(TestGroup.current.folder)/bin/broken"
        try ProgramFile.write("#!/no/such/interpreter\n", to: program)
        try await launcher("register", "org.example.broken", "--name", "Broken", "--terminal", "--", program)
        try await home { screen in
            try await screen.type("broken")
            try await screen.shows("Search: broken")
            try await screen.press("Enter")
            try await screen.shows("the sentence, in however many lines") {
                $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                    "could not be started: No such file")
            }
            try await screen.press("C-c")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test(
        "A signal ends the home screen like any program, and the terminal is restored",
        arguments: [
            (SIGTERM, "143"), (SIGHUP, "129"), (SIGINT, "130"), (SIGQUIT, "131"), (SIGUSR1, "138"), (SIGUSR2, "140"),
            (SIGALRM, "142"), (SIGPIPE, "141"), (39, "167"),
        ])
    func killed(signal: Int32, status: String) async throws {
        try await home { screen in
            try await send(signal, to: screen)
            try await isGivenBack(screen, status: status)
        }
    }

    /// Sends itself each signal, except the two that the C library reserves, and prints those that end it.
    private static let endingSignals = """
        import os, resource, signal
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        for number in [*range(1, 32), *range(34, 65)]:
            child = os.fork()
            if child == 0:
                if number not in (signal.SIGKILL, signal.SIGSTOP): signal.signal(number, signal.SIG_DFL)
                os.kill(os.getpid(), number)
                os._exit(0)
            status = os.waitpid(child, os.WUNTRACED)[1]
            if os.WIFSIGNALED(status): print(number)
            if os.WIFSTOPPED(status):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        """

    @Test("All signals that end a program are handled, except those that cannot be and those of a fault")
    func takesEndingSignals() async throws {
        let result = try await RunningProcess.run(
            "/usr/bin/python3", ["-c", Self.endingSignals], environment: TestGroup.current.environment)
        let others = [SIGKILL, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
        #expect(
            Set(result.lines.map { Int32($0) }) == Set(ThisProcess.TerminalSignal.ending + others), "\(result.errors)")
    }

    @Test("The home screen can be suspended by a key or signal, and continues where it was", arguments: [true, false])
    func suspended(byKey: Bool) async throws {
        try await register("Tea", "--badge", "3")
        let screen = try await TmuxScreen(shell: "PS1='$ ' exec bash --norc --noprofile")
        try await screen.type("stty -g >before; \"$launcher\" home\n")
        try await screen.shows("Enter opens")
        try await screen.type("te")
        try await screen.shows("Search: te")
        for _ in 0..<2 {
            if byKey { try await screen.press("C-z") } else { try await send(SIGTSTP, to: screen) }
            try await screen.shows("Stopped")
            #expect(try await screen.value("#{alternate_on} #{cursor_flag}") == "0 1")
            try await screen.type("clear; stty -g >stopped; cmp before stopped && echo same; fg\n")
            try await screen.shows("Search: te")
            #expect(try await screen.value("#{alternate_on} #{cursor_flag}") == "1 0")
        }
        try await screen.press("Escape", "Escape")
        try await screen.shows("same")
        await screen.end()
    }

    @Test("The home screen adapts to the size of the terminal, down to a list in 20 columns")
    func resize() async throws {
        try await home { screen in
            try await screen.resize(columns: 20, rows: 10)
            try await screen.shows("a list") { $0.contains("> Coffee") && $0.contains("\n  Tea            3") }
            try await screen.resize(columns: 100, rows: 30)
            try await screen.shows("a grid") { !$0.contains("> Coffee") && $0.contains("Coffee") }
            try await screen.press("C-d")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("The home screen ends when its terminal does")
    func terminalGone() async throws {
        try await home { screen in
            let process = try await Self.process(in: screen)
            await screen.end()
            #expect(await comesTrue { kill(process, 0) != 0 })
        }
    }

    @Test("Without a suitable terminal, home prints a message")
    func noTerminal() async throws {
        try await register("Tea")
        try await refuses("home", status: 64, saying: "needs a terminal", "launcher list")
        let result = try await RunningProcess.run(
            "/usr/bin/script", ["-qec", "\(BuiltProgram.launcher.path) home", "/dev/null"],
            environment: environment(setting: ["TERM": "dumb"]))
        #expect(result.ending == .exit(64))
        #expect(result.output.contains("TERM says") && !result.output.contains("\u{1B}"))
    }

    @Test("A terminal with kitty's graphics protocol gets the registered bytes of each image once")
    func images() async throws {
        let icon = try TestGroup.current.makeFile("icon.png", ExampleImage.png)
        for name in ["Tea", "Coffee"] { try await register(name, "--icon", icon) }
        // The terminal is that of script(1), which records the output. A key ends the program after some redrawing.
        let typed = "(sleep 1; printf 't'; sleep 0.3; printf '\\177'; sleep 0.3; printf '\\004')"
        let log = "\(TestGroup.current.folder)/log"
        let result = try await shell(
            "\(typed) | script -qec 'stty cols 80 rows 24; \"$launcher\" home' \(log) >/dev/null",
            setting: ["TERM": "xterm-kitty", "SHELL": "/bin/sh"])
        #expect(result.errors == "")
        let output = String(decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
        let image = Data(ExampleImage.png).base64EncodedString()
        #expect(output.components(separatedBy: image).count == 2)
        #expect(output.contains("a=t,f=100,i=1,q=2") && output.contains("a=p,i=1,q=2,C=1,c=6,r=3"))
        #expect(output.contains("\u{1B}_Ga=d,d=A,q=2"))
    }

    private func send(_ signal: Int32, to screen: TmuxScreen) async throws {
        kill(try await Self.process(in: screen), signal)
    }

    /// The process id of the launcher on a screen.
    private static func process(in screen: TmuxScreen) async throws -> Int32 {
        let shell = try await screen.value("#{pane_pid}")
        let result = try await RunningProcess.run(
            "/usr/bin/pgrep", ["-P", shell, "launcher"], environment: TestGroup.current.environment)
        return try #require(Int32(result.output.trimmingCharacters(in: .newlines)))
    }
}
