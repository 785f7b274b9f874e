import AppGroup
import AppGroupPlatform
import Foundation
import TestSupport
import Testing

extension HomeCommandTests {
    @Test(
        "A signal ends the home screen like any program, and the terminal is restored",
        arguments: [
            (SIGTERM, "143"), (SIGHUP, "129"), (SIGINT, "130"), (SIGQUIT, "131"), (SIGUSR1, "138"), (SIGUSR2, "140"),
            (SIGALRM, "142"), (SIGPIPE, "141"), (39, "167"), (SIGSEGV, "139"), (SIGABRT, "134"), (SIGTRAP, "133"),
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
            Python.interpreter.path, ["-c", Self.endingSignals], environment: TestGroup.current.environment)
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

    @Test(
        "A stopped home screen is ended by a signal like any program, even if an app that it opened was stopped",
        arguments: [("TERM", false), ("HUP", false), ("TERM", true)])
    func killedWhileStopped(signal: String, inApp: Bool) async throws {
        try await launcher(
            "register", "org.example.brew", "--name", "Brew", "--terminal", "--", "/bin/sh", "-c",
            "echo brewing; exec sleep 1000")
        let screen = try await TmuxScreen(shell: "PS1='$ ' exec bash --norc --noprofile")
        try await screen.type("stty -g >before; \"$launcher\" home\n")
        try await screen.shows("Enter opens")
        let process = try await Self.process(in: screen)
        if inApp {
            try await screen.press("Enter")
            try await screen.shows("brewing")
        }
        try await screen.press("C-z")
        try await screen.shows("Stopped")
        try await screen.type("clear; kill -\(signal) %1\n")
        #expect(await comesTrue { kill(process, 0) != 0 })
        try await screen.type("clear; stty -g >after; cmp before after && echo same\n")
        try await screen.shows("same\n")
        #expect(try await screen.value("#{alternate_on} #{cursor_flag}") == "0 1")
        await screen.end()
    }

    @Test("A home screen that fg brings back just after bg keeps running")
    func foregroundAfterBackground() async throws {
        try await register("Tea")
        let screen = try await TmuxScreen(shell: "PS1='$ ' exec bash --norc --noprofile")
        try await screen.type("\"$launcher\" home\n")
        try await screen.shows("Enter opens")
        try await screen.press("C-z")
        try await screen.shows("Stopped")
        try await screen.type("clear; bg; sleep 0.3; fg\n")
        try await screen.shows("home") { $0.contains("Enter opens") && !$0.contains("Stopped") }
        try await screen.press("Escape")
        try await screen.shows("the shell") { !$0.contains("Enter opens") }
        await screen.end()
    }

    /// Runs the program in a terminal that answers no question, sends a signal while it is asked, and prints how the program
    /// ended, and whether the terminal is as before.
    private static let asking = """
        import fcntl, os, select, signal, subprocess, sys, termios, time
        # Under nohup, it would be ignored.
        signal.signal(int(sys.argv[2]), signal.SIG_DFL)
        terminal, end = os.openpty()
        found = termios.tcgetattr(end)
        process = subprocess.Popen(
            [sys.argv[1], "home"], stdin=end, stdout=end, stderr=end, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        while process.poll() is None and termios.tcgetattr(end) == found: time.sleep(0.001)
        process.send_signal(int(sys.argv[2]))
        while process.poll() is None:
            if select.select([terminal], [], [], 0.01)[0]: os.read(terminal, 65536)
        print(process.returncode, termios.tcgetattr(end) == found)
        """

    @Test(
        "A signal that comes while the terminal is asked what it can do leaves the terminal as it was",
        arguments: [SIGTERM, SIGHUP])
    func killedWhileAsking(signal: Int32) async throws {
        var environment = TestGroup.current.environment
        environment.variables["TERM"] = "xterm-256color"
        let result = try await RunningProcess.run(
            Python.interpreter.path, ["-c", Self.asking, BuiltProgram.launcher.path, "\(signal)"],
            environment: environment)
        #expect(result.output == "-\(signal) True\n", "\(result.errors)")
    }

    @Test("The home screen ends when its terminal does")
    func terminalGone() async throws {
        try await home { screen in
            let process = try await Self.process(in: screen)
            await screen.end()
            #expect(await comesTrue { kill(process, 0) != 0 })
        }
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

    /// Runs the program as the only one in its terminal, presses Ctrl-Z, and prints the state of the process. tmux would let it
    /// continue.
    private static let suspending = """
        import os, pty, select, sys, time
        process, terminal = pty.fork()
        if process == 0: os.execv(sys.argv[1], [sys.argv[1], "home"])
        seen = b""
        def read(seconds, text=b"\\0"):
            global seen
            end = time.time() + seconds
            while time.time() < end and text not in seen:
                if not select.select([terminal], [], [], 0.1)[0]: continue
                bytes = os.read(terminal, 65536)
                seen += bytes
                if b"\\x1b[c" in bytes: os.write(terminal, b"\\x1b[?62;c")
        read(60, b"Enter opens")
        assert b"Enter opens" in seen
        os.write(terminal, b"\\x1a"); read(1)
        print(open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[0])
        os.kill(process, 9)
        """

    @Test("Ctrl-Z does not stop the home screen if no shell could continue it")
    func suspendedAlone() async throws {
        try await register("Tea")
        var environment = TestGroup.current.environment
        environment.variables["TERM"] = "xterm-256color"
        let result = try await RunningProcess.run(
            Python.interpreter.path, ["-c", Self.suspending, BuiltProgram.launcher.path], environment: environment)
        #expect(
            result.output.count == 2 && result.output.first.map { !"TtZX".contains($0) } == true,
            "\(result.output)\(result.errors)")
    }
}
