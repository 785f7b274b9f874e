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
        try await registerPictures()
        let server = try RunningProcess(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "900x560x24", "-nolisten", "tcp"],
            environment: TestGroup.current.environment)
        try #require(await comesTrue { server.output.hasSuffix("\n") }, "Xvfb did not start: \(server.errors)")
        var environment = TestGroup.current.environment
        environment.variables["DISPLAY"] = ":" + server.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let terminal = try RunningProcess(
            "/usr/bin/xterm",
            ["-ti", "vt340", "-e", "sh", "-c", "'\(BuiltProgram.launcher.path)' widget; read -r line"],
            environment: environment)
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
