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
                return seen.contains("48;2;255;0;0") && seen.contains("48;2;0;0;255")
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

    @Test("xterm shows icons as blocks even if nothing in the environment tells of its colors")
    func plainXterm() async throws {
        try await showPictures(
            in: ["/usr/bin/xterm", "-tn", "xterm", "-ti", "vt220", "-e", "env", "-u", "COLORTERM", "sh", "-c"],
            "widget; read -r line")
    }

    @Test(
        "The home screen shows icons in kitty, which reads them from their files unless it is on another machine",
        arguments: [false, true])
    func kitty(isRemote: Bool) async throws {
        let log = "\(TestGroup.current.folder)/log"
        let remote = isRemote ? "SSH_CONNECTION='::1 1 ::1 22' " : ""
        var counts = (files: 0, images: 0)
        // On a busy machine, kitty may answer too late, and then gets the images themselves.
        for _ in 0..<10 where counts.files != (isRemote ? 0 : 2) || counts.images != (isRemote ? 2 : 0) {
            try await showPictures(
                in: ["/usr/bin/kitty", "--config", "NONE", "sh", "-c"],
                { launcher in "\(remote)script -qfc \"\(launcher) home\" '\(log)'" })
            let written = try String(decoding: Data(contentsOf: URL(filePath: log)), as: UTF8.self)
            counts.files = written.matches(of: /_Ga=t,f=100,i=\d,q=2,t=f,/).count
            counts.images = written.matches(of: /_Ga=t,f=100,i=\d,q=2,m=/).count
        }
        #expect(counts.files == (isRemote ? 0 : 2) && counts.images == (isRemote ? 2 : 0))
    }

    private func showPictures(in terminal: [String], _ command: String) async throws {
        try await showPictures(in: terminal) { "\($0) \(command)" }
    }

    /// Runs a shell command in a terminal on a virtual screen, until the images of both apps are visible.
    private func showPictures(in words: [String], _ command: (String) -> String) async throws {
        try await registerPictures()
        let server = try RunningProcess(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "900x560x24", "-nolisten", "tcp"],
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

    @Test("No row wraps in tmux if names contain emoji made of several characters")
    func emoji() async throws {
        for (index, emoji) in ["👨‍👩‍👧‍👦", "❤️", "👍🏽", "1️⃣", "🏳️‍🌈"].enumerated() {
            try await launcher(
                "register", "org.example.n\(index)", "--name", "\(emoji) \(emoji) Family \(emoji) \(emoji)", "--",
                "/bin/true")
        }
        let screen = try await TmuxScreen(columns: 40)
        try await screen.type("clear; \"$launcher\" list; echo end; \"$launcher\" widget; echo end\n")
        try await screen.shows("both") { $0.components(separatedBy: "\nend").count == 3 }
        let lines = try await screen.text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.firstIndex(of: "end") == 6, "\(lines)")
        await screen.end()
    }
}
