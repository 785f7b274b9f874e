import AppGroup
import Foundation
import TestSupport
import Testing

/// The real fzf, in a terminal of the test's own.
@Suite("fzf's menu", .ownGroup) struct FzfMenuTests {
    /// Types the keys, each once the screen shows a text, and says what the screen showed in all.
    private static let typist = """
        import fcntl, os, pty, select, struct, sys, termios, time
        steps = [line.split("\\t") for line in sys.argv[1].split("\\n")]
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execv(sys.argv[2], sys.argv[2:])
        screen, seen, end = b"", 0, time.time() + 30
        while time.time() < end:
            if not select.select([terminal], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            screen += data
            while steps and steps[0][0].encode() in screen[seen:]:
                seen = len(screen)
                os.write(terminal, steps.pop(0)[1].encode().decode("unicode_escape").encode())
        print(screen.decode(errors="replace"))
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if not steps else 99)
        """

    private func type(_ steps: [(seeing: String, keys: String)], _ options: String...) async throws
        -> RunningProcess.Result
    {
        let text = steps.map { "\($0.seeing)\t\($0.keys)" }.joined(separator: "\n")
        return try await RunningProcess.run(
            "/usr/bin/python3",
            ["-c", Self.typist, text, BuiltProgram.launcher.path, "menu", "--with", "fzf", "--order", "name"] + options,
            environment: environment(setting: ["TERM": "xterm"]))
    }

    @Test("opens what was typed, in the terminal, and leaves that with the app's status")
    func typed() async throws {
        try await MenuHome.make()
        let program = try TestGroup.current.makeProgram("tui", "test -t 0 && test -t 1 && echo in a terminal; exit 7")
        try await printed("register", "org.example.tui", "--name", "Meeting", "--terminal", "--", program)
        let result = try await type([("4/4", "meet"), ("2/4", "\\r")])
        #expect(result.ending == .exit(7), "\(result.output)\(result.errors)")
        #expect(result.output.contains("in a terminal"))
        #expect(try await openCount(of: "tui") == 1)
    }

    @Test("keeps the given order between equals")
    func order() async throws {
        for (name, badge) in [("aa", "1"), ("ab", "3"), ("ac", "2")] {
            try await MenuHome.install(name, "--name", name, "--badge", badge)
        }
        let result = try await type([("3/3", "a"), ("3/3", "\\r")], "--order", "badge")
        #expect(result.ending == .exit(0), "\(result.output)")
        #expect(await MenuHome.opened() == "ab")
    }

    @Test("has a second level on Alt+1")
    func secondLevel() async throws {
        try await MenuHome.make()
        let result = try await type([("3/3", "inbox"), ("1/3", "\\x1b1"), ("Newest message", "newest"), ("1/3", "\\r")])
        #expect(result.ending == .exit(0), "\(result.output)")
        #expect(await MenuHome.opened() == "inbox inbox:newest")
    }

    @Test("is left with Escape, and nothing is opened")
    func escape() async throws {
        try await MenuHome.make()
        let result = try await type([("3/3", "\\x1b")])
        #expect(result.ending == .exit(0) && !MenuHome.hasOpened, "\(result.output)")
    }
}
