import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct StandardStreamTests {
    private let commands = [
        "list", "list --format json", "list --format tsv", "info tea", "groups", "badge get org.example.tea", "widget",
        "settings list", "history show", "open tea --dry-run", "help", "badge --help", "--version",
        "--generate-completion-script bash",
    ]

    private func populate() async throws {
        try await register("Tea", "--badge", "3")
        try await printed("settings", "set", "a", "b")
        try await printed("open", "tea")
    }

    @Test("A command ends quietly when its reader closes the pipe, whether SIGPIPE is ignored or not")
    func closedPipe() async throws {
        try await populate()
        for (onPipe, status) in [("trap - PIPE", 128 + SIGPIPE), ("trap '' PIPE", 0)] {
            for command in commands {
                let result = try await shell(
                    #"""
                    (trap '' PIPE
                    while printf x 2>/dev/null; do sleep 0.01; done
                    \#(onPipe); "$launcher" \#(command); echo "ended $?" >&2) | true
                    """#)
                #expect(result.errors == "ended \(status)\n", "\(onPipe) \(command)")
            }
        }
    }

    @Test("Every command that prints reports a full disk")
    func fullDisk() async throws {
        try await populate()
        for command in commands {
            let result = try await shell(#""$launcher" \#(command) > /dev/full"#)
            #expect(result.ending == .exit(74), "\(command)")
            #expect(result.errors.contains("No space left on device"), "\(command): \(result.errors)")
        }
    }

    @Test("Output waits for a slow reader, even if the pipe has been made non-blocking")
    func nonBlockingPipe() async throws {
        let command = ["--generate-completion-script", "bash"]
        let result = try await SlowReader.run(
            [BuiltProgram.launcher.path] + command, environment: environment(setting: [:]))
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output.utf8.count > 8192)
        #expect(try await printed(command) == result.output)
    }

    @Test("Standard streams that are closed at the start do not damage the registry")
    func closedStreams() async throws {
        try await populate()
        for streams in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
            for command in ["list", "badge add org.example.tea 1", "nonsense"] {
                _ = try await shell(#""$launcher" \#(command) \#(streams)"#)
            }
        }
        #expect(try await printed("badge", "get", "org.example.tea") == "7\n")
    }

    /// Runs `launcher` in a pseudo-terminal with this many columns.
    private func onTerminal(
        _ arguments: [String], columns: Int, setting: [String: String?] = [:], typing: String = ""
    ) async throws -> RunningProcess.Result {
        let script = """
            import fcntl, os, pty, struct, sys, termios
            columns, typed, command = int(sys.argv[1]), sys.argv[2].encode(), sys.argv[3:]
            child, terminal = pty.fork()
            if child == 0:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
                os.execv(command[0], command)
            os.write(terminal, typed)
            output = b""
            while True:
                try:
                    part = os.read(terminal, 65536)
                except OSError:
                    break
                if not part:
                    break
                output += part
            sys.stdout.buffer.write(output.replace(b"\\r\\n", b"\\n"))
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """
        return try await RunningProcess.run(
            "/usr/bin/env",
            ["python3", "-c", script, "\(columns)", typing, BuiltProgram.launcher.path] + arguments,
            environment: environment(setting: ["TERM": "xterm"].merging(setting) { $1 }))
    }

    /// The width of each line in a terminal, computed by Python from Unicode's East Asian width.
    private func widths(of text: String) async throws -> [Int] {
        let script = """
            import re, sys, unicodedata
            for line in sys.stdin.read().splitlines():
                line = re.sub(r"\\x1b\\[[0-9;]*m", "", line)
                print(sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line))
            """
        let result = try await RunningProcess.run("/usr/bin/env", ["python3", "-c", script], input: text)
        return result.lines.compactMap { Int($0) }
    }

    @Test("Numbers that do not fit in a terminal are left out, never truncated", arguments: [16, 24, 34, 50])
    func numbersAreWhole(columns: Int) async throws {
        try await populate()
        let events = (0..<60).map { "u\t\($0 * 100)\titem\($0 % 5)\n" }.joined()
        let trace = try TestGroup.current.makeFile("trace.tsv", Array(("user\tunix_time\titem\n" + events).utf8))
        try await register("Coffee")
        for app in ["tea", "coffee", "tea"] { try await printed("open", app) }
        for command in [["list", "--explain", "--all"], ["rank-eval", trace]] {
            let result = try await onTerminal(command, columns: columns)
            #expect(result.ending == .exit(0) && result.lines.count > 2, "\(result.output)")
            #expect(result.output.firstMatch(of: /[0-9.+-]…/) == nil, "\(result.output)")
        }
    }

    @Test("On a terminal, a table is colored and fits the width", arguments: [20, 40, 80, 200])
    func terminal(columns: Int) async throws {
        try await populate()
        try await launcher(
            "register", "org.example.with-a-long-identifier", "--name", "長い名前のアプリケーションです", "--scheme", "long-scheme",
            "--icon", "some-icon-of-a-theme", "--badge", "42", "--", "/bin/true")
        for command in [
            ["list"], ["list", "--all"], ["groups"], ["info", "tea"], ["history", "show"], ["settings", "list"],
        ] {
            let result = try await onTerminal(command, columns: columns)
            #expect(result.ending == .exit(0), "\(command)")
            let widths = try await widths(of: result.output)
            #expect(widths.count > 1)
            #expect(widths.allSatisfy { $0 <= columns }, "\(command): \(result.output)")
        }
        #expect(try await onTerminal(["list"], columns: columns).output.contains("\u{1B}["))
    }

    @Test("With NO_COLOR, on a dumb or an unknown terminal or in a pipe, output has no colors")
    func noColors() async throws {
        try await populate()
        for setting in [["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": nil]] as [[String: String?]] {
            let output = try await onTerminal(["list"], columns: 80, setting: setting).output
            #expect(output.contains("org.example.tea") && !output.contains("\u{1B}"))
        }
        #expect(try await onTerminal(["list"], columns: 80, setting: ["NO_COLOR": ""]).output.contains("\u{1B}["))
        #expect(!(try await printed("list").contains("\u{1B}")))
    }

    @Test("The user is asked before anything is deleted", arguments: [("y\n", []), ("n\n", ["tea"]), ("\n", ["tea"])])
    func asked(answer: String, left: [String]) async throws {
        try await register("Tea")
        try await printed("unregister", "org.example.tea")
        try await register("Coffee")
        let result = try await onTerminal(["prune", "--grace", "0"], columns: 80, typing: answer)
        #expect(result.output.contains("Delete Tea? [y/N]"))
        #expect(result.ending == .exit(left.isEmpty ? 0 : 64))
        #expect(try await listedIDs("--all").filter { $0 == "tea" } == left)
    }
}
