import AppGroup
import Foundation
import TestSupport
import Testing

/// Icons in real terminals.
@Suite(.ownGroup) struct TerminalPictureTests {
    /// An app with a red PNG image, and one with a blue SVG image.
    private func registerPictures() async throws {
        let png = try TestGroup.current.makeFile("red.png", ExampleImage.png)
        let svg = try TestGroup.current.makeFile("blue.svg", ExampleImage.svg)
        try await register("Tea", "--icon", png)
        try await register("Coffee", "--icon", svg)
    }

    @Test("tmux shows icons as colored blocks, on the widget and on the home screen")
    func tmux() async throws {
        try await registerPictures()
        let screen = try await TmuxScreen()
        for command in ["widget", "home"] {
            try await screen.type("clear; \"$launcher\" \(command)\n")
            var seen = ""
            let isShown = await comesTrue {
                seen = (try? await screen.tmux("capture-pane", "-e", "-p").output) ?? ""
                // The widget's drawing stays until the home screen is there.
                let isHome = (try? await screen.value("#{alternate_on}")) == "1"
                return isHome == (command == "home") && seen.contains("48;2;255;0;0") && seen.contains("48;2;0;0;255")
            }
            #expect(isShown, "\(command): \(seen)")
        }
        try await screen.press("Escape")
        await screen.end()
    }

    @Test("xterm shows icons as sixel graphics")
    func xterm() async throws {
        try await showPictures(in: ["/usr/bin/xterm", "-ti", "vt340", "-e", "sh", "-c"], "widget; read -r line")
    }

    @Test("xterm shows icons as blocks even if the environment does not describe its colors")
    func plainXterm() async throws {
        try await showPictures(
            in: ["/usr/bin/xterm", "-tn", "xterm", "-ti", "vt220", "-e", "env", "-u", "COLORTERM", "sh", "-c"],
            "widget; read -r line")
    }

    @Test("The home screen shows icons in kitty, on this machine and over ssh", arguments: [false, true])
    func kitty(isRemote: Bool) async throws {
        let log = "\(TestGroup.current.folder)/log"
        let remote = isRemote ? "SSH_CONNECTION='::1 1 ::1 22' " : ""
        try await showPictures(
            in: ["/usr/bin/kitty", "--config", "NONE", "sh", "-c"],
            { launcher in "\(remote)script -qfc \"\(launcher) home\" '\(log)'" })
        let sent = Sent(try String(decoding: Data(contentsOf: URL(filePath: log)), as: UTF8.self))
        // On a busy machine, kitty may answer too late, and then gets the images themselves.
        #expect(sent == .images || sent == .files && !isRemote)
    }

    @Test("A terminal that reads files gets the paths of icons from the home screen, and over ssh the icons")
    func files() async throws {
        try await registerPictures()
        for (isRemote, expected) in [(false, Sent.files), (true, .images)] {
            var seen = Sent(files: 0, images: 0)
            // On a busy machine, the terminal may answer too late.
            for _ in 0..<20 where seen != expected {
                let output: String = try await Python.run(
                    Self.terminal,
                    given: Session(
                        launcher: BuiltProgram.launcher.path, environment: TestGroup.current.environment.variables,
                        isRemote: isRemote))
                seen = Sent(output)
            }
            #expect(seen == expected)
        }
    }

    /// The parts of the images of both apps that a terminal was sent.
    fileprivate struct Sent: Equatable {
        let files: Int
        let images: Int

        static let files = Sent(files: 2, images: 0)
        static let images = Sent(files: 0, images: 2)
    }

    private struct Session: Encodable {
        let launcher: String
        let environment: [String: String]
        let isRemote: Bool
    }

    /// A terminal with kitty's protocol that answers at once, and ends when the second image has arrived.
    private static let terminal = #"""
        import base64, fcntl, os, pty, re, struct, termios
        pid, terminal = pty.fork()
        if pid == 0:
            environment = dict(given['environment'], TERM='xterm-256color', COLORTERM='truecolor')
            if given['isRemote']: environment['SSH_CONNECTION'] = '::1 1 ::1 22'
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 480, 800))
            os.execve(given['launcher'], [given['launcher'], 'home'], environment)
        question = re.compile(rb'\x1b_Gi=(\d+),[^;]*a=q,t=(.)[^;]*;([^\x1b]*)\x1b|\x1b\[16t|\x1b\[6n|\x1b\[c')
        output, place = b'', 0
        while not re.search(rb'_Ga=t,f=100,i=2,[^;]*;[^\x1b]+\x1b', output):
            output += os.read(terminal, 65536)
            for match in question.finditer(output, place):
                place = match.end()
                if match[0] == b'\x1b[16t': answer = b'\x1b[6;20;10t'
                elif match[0] == b'\x1b[6n': answer = b'\x1b[1;9R'
                elif match[0] == b'\x1b[c': answer = b'\x1b[?62;c'
                else:
                    known = match[2] != b'f' or os.path.getsize(base64.b64decode(match[3])) == 3
                    answer = b'\x1b_Gi=%s;%s\x1b\\' % (match[1], b'OK' if known else b'EBADF')
                os.write(terminal, answer)
        os.write(terminal, b'\x1b')
        try:
            while os.read(terminal, 65536): pass
        except OSError: pass
        os.waitpid(pid, 0)
        answer = output.decode(errors='replace')
        """#

    private func showPictures(in terminal: [String], _ command: String) async throws {
        try await showPictures(in: terminal) { "\($0) \(command)" }
    }

    /// Runs a shell command in a terminal on a virtual screen, until the images of both apps are visible.
    private func showPictures(in words: [String], _ command: (String) -> String) async throws {
        try await registerPictures()
        let server = try RunningProcess(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "900x560x24", "-noreset", "-nolisten", "tcp"],
            environment: TestGroup.current.environment)
        try #require(await comesTrue { server.output.hasSuffix("\n") }, "Xvfb did not start: \(server.errors)")
        var environment = TestGroup.current.environment
        environment.variables["DISPLAY"] = ":" + server.output.trimmingCharacters(in: .whitespacesAndNewlines)
        environment.variables["LIBGL_ALWAYS_SOFTWARE"] = "1"
        // The faster llvmpipe shows images below text in wrong colors in kitty.
        environment.variables["GALLIUM_DRIVER"] = "softpipe"
        let terminal = try RunningProcess(
            words[0], words.dropFirst() + [command("'\(BuiltProgram.launcher.path)'")], environment: environment)
        let count = """
            import -window root -depth 8 rgb:- | /usr/bin/python3 -c '
            import sys
            data = sys.stdin.buffer.read()
            pixels = [data[place:place + 3] for place in range(0, len(data), 3)]
            print(pixels.count(bytes([255, 0, 0])), pixels.count(bytes([0, 0, 255])))'
            """
        var seen = ""
        let look = environment
        let isShown = await comesTrue {
            seen = (try? await RunningProcess.run("/bin/sh", ["-c", count], environment: look).output) ?? ""
            let counts = seen.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            return counts.count == 2 && counts.allSatisfy { $0 > 400 }
        }
        #expect(isShown, "\(seen) \(terminal.errors)")
        for process in [terminal, server] {
            process.send(SIGTERM)
            _ = try await process.result()
        }
    }

    /// Apps whose names contain emoji of several characters, about whose width terminals disagree.
    private func registerEmoji() async throws {
        for (index, emoji) in ["👨‍👩‍👧‍👦", "❤️", "👍🏽", "1️⃣", "🏳️‍🌈"].enumerated() {
            try await launcher(
                "register", "org.example.n\(index)", "--name", "\(emoji) \(emoji) Family \(emoji) \(emoji)", "--",
                "/bin/true")
        }
    }

    @Test(
        "No row wraps in kitty, foot and xterm if names contain emoji of several characters",
        arguments: ["kitty", "foot", "xterm"])
    func emoji(terminal: String) async throws {
        try await registerEmoji()
        let answer = try await ask(terminal, "rows")
        let seen = try JSONDecoder().decode([Seen].self, from: Data(answer.utf8))
        #expect(seen.map(\.columns) == [32, 32, 32])
        #expect(seen.allSatisfy { $0.lines > 5 && $0.lines < $0.rows }, "\(seen)")
        #expect(seen.map(\.row) == seen.map { $0.lines + 1 }, "\(seen)")
    }

    @Test("foot shows icons as sixel graphics")
    func foot() async throws {
        try await registerPictures()
        #expect(try await ask("foot", "icons").contains("red"))
    }

    /// The findings of terminals.py about a real terminal.
    private func ask(_ terminal: String, _ question: String) async throws -> String {
        // foot needs sway, which refuses to run as root, so another user runs both and owns the test's files.
        if terminal == "foot", getuid() == 0 {
            let folders = "'\(TestGroup.current.folder)' \"$(dirname '\(TestGroup.current.home)')\""
            #expect(try await shell("chown -R 65534 \(folders)").ending == .exit(0))
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "terminals.py").path
        var environment = TestGroup.current.environment
        environment.variables["TMPDIR"] = FileManager.default.temporaryDirectory.path
        let result = try await RunningProcess.run(
            Python.interpreter.path, ["-B", script, terminal, BuiltProgram.launcher.path, question],
            environment: environment
        )
        try #require(result.ending == .exit(0), "\(result.errors)")
        return result.output
    }

    /// The output of a command on a terminal, and the row of the cursor afterwards.
    private struct Seen: Decodable {
        let command: [String]
        let columns: Int
        let rows: Int
        let lines: Int
        let row: Int
    }

    @Test("No row wraps in tmux if names contain emoji of several characters")
    func emojiInTmux() async throws {
        try await registerEmoji()
        let screen = try await TmuxScreen(columns: 40)
        try await screen.type("clear; \"$launcher\" list; echo end; \"$launcher\" widget; echo end\n")
        try await screen.shows("both") { $0.components(separatedBy: "\nend").count == 3 }
        let lines = try await screen.text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.firstIndex(of: "end") == 6, "\(lines)")
        await screen.end()
    }
}

extension TerminalPictureTests.Sent {
    /// Counts in what was written to a terminal.
    fileprivate init(_ written: String) {
        files = written.matches(of: /_Ga=t,f=100,i=\d,q=2,t=f,/).count
        images = written.matches(of: /_Ga=t,f=100,i=\d,q=2,m=/).count
    }
}
