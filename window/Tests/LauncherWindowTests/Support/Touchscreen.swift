import Foundation
import TestSupport
import Testing

/// A screen with a virtual finger: Broadway, with which GTK shows its windows in a browser. It has no assistive technology.
///
/// For X, a finger needs a device of the kernel, and neither Weston nor sway has a touchscreen without a display.
struct Touchscreen {
    private let screen: Screen
    private let browser: RunningProcess
    private let pipe: String

    /// Starts the window, waits until it shows some tiles, and runs `body` with it.
    static func withWindow(_ arguments: String..., tiles: Int, body: (Touchscreen) async throws -> Void) async throws {
        let variables = ["GDK_BACKEND": "broadway", "BROADWAY_DISPLAY": ":1", "GTK_A11Y": "none"]
        try await Screen.with(variables) { screen in
            let folder = TestGroup.current.folder
            let (socket, pipe) = ("\(folder)/browser", "\(folder)/input")
            func start(_ program: String, _ words: [String]) throws -> RunningProcess {
                try RunningProcess(program, words, environment: screen.environment)
            }
            func makes(_ file: String, _ process: RunningProcess) async -> Bool {
                await comesTrue { FileManager.default.fileExists(atPath: file) || !process.isRunning }
                    && process.isRunning
            }
            let server = try start("/usr/bin/gtk4-broadwayd", ["--unixsocket", socket, ":1"])
            try #require(await makes(socket, server), "\(server.errors)")
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "touchscreen.py").path
            let browser = try start(Python.interpreter.path, ["-B", script, socket, pipe])
            try #require(await makes(pipe, browser), "\(browser.errors)")
            let window = try start(Screen.program("launcher-window"), arguments)
            let touchscreen = Touchscreen(screen: screen, browser: browser, pipe: pipe)
            try #require(
                await comesTrue { touchscreen.windows.count == 1 || !window.isRunning } && window.isRunning,
                "\(window.errors)")
            try #require(try await comesTrue { try await screen.counts(window).cells == tiles })
            _ = try await screen.frames(window)
            try await body(touchscreen)
            try await screen.end(window)
            for process in [browser, server] {
                #expect(process.isRunning, "\(process.errors)")
                process.send(SIGTERM)
                _ = try await process.result()
            }
        }
    }

    /// The windows and menus that are visible, the oldest first: left, top, width, height.
    var windows: [[Int]] {
        let lines = browser.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.last.flatMap { try? JSONDecoder().decode([[Int]].self, from: Data($0.utf8)) } ?? []
    }

    /// Touches a place briefly.
    func tap(_ place: (x: Int, y: Int)) async throws {
        try await tell("down \(place.x) \(place.y)\nup \(place.x) \(place.y)")
    }

    /// Puts the finger on the window.
    func touch(_ place: (x: Int, y: Int)) async throws { try await tell("down \(place.x) \(place.y)") }

    /// Takes the finger from the window.
    func release(_ place: (x: Int, y: Int)) async throws { try await tell("up \(place.x) \(place.y)") }

    /// Presses a key, by the number of its symbol in X.
    func press(_ symbol: Int) async throws { try await tell("key \(symbol)") }

    private func tell(_ lines: String) async throws {
        let result = try await screen.run("sh", "-c", "echo '\(lines)' >'\(pipe)'")
        #expect(result.ending == .exit(0), "\(result.errors)")
    }
}
