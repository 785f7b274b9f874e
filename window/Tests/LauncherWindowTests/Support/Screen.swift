import AppGroup
import Foundation
import TestSupport
import Testing

/// A virtual screen with a session bus and assistive technology, and the window on it.
struct Screen {
    let environment: ProcessEnvironment
    private let server: RunningProcess
    private let bus: RunningProcess

    /// Runs `body` with a screen. Both servers are ended properly, because they would leave files behind otherwise.
    static func with(_ variables: [String: String] = [:], _ body: (Screen) async throws -> Void) async throws {
        let screen = try await Screen(variables)
        var failure: (any Error)?
        do { try await body(screen) } catch { failure = error }
        screen.bus.send(SIGTERM)
        _ = try await screen.bus.result()
        screen.server.send(SIGTERM)
        _ = try await screen.server.result()
        if let failure { throw failure }
    }

    private init(_ variables: [String: String]) async throws {
        let group = TestGroup.current
        let server = try RunningProcess(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "900x700x24", "-nolisten", "tcp"],
            environment: group.environment)
        try #require(await comesTrue { server.output.hasSuffix("\n") }, "Xvfb did not start: \(server.errors)")
        let runtime = try group.makeFolder("runtime")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: runtime)
        var environment = group.environment
        environment.variables.merge([
            "DISPLAY": ":" + server.output.trimmingCharacters(in: .whitespacesAndNewlines),
            "XDG_DATA_DIRS": "/usr/share",
            "XDG_RUNTIME_DIR": runtime,
            "GDK_BACKEND": "x11",
            // Loading the libraries of GL takes as long as everything else.
            "GDK_DEBUG": "gl-disable",
            "G_DEBUG": "fatal-criticals",
            "GTK_A11Y": "atspi",
            "GSETTINGS_BACKEND": "memory",
            "LANG": "C.UTF-8",
        ]) { $1 }
        let bus = try RunningProcess(
            "/usr/bin/dbus-daemon", ["--session", "--nofork", "--print-address"], environment: environment)
        try #require(await comesTrue { bus.output.hasSuffix("\n") }, "The bus did not start: \(bus.errors)")
        environment.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.output.trimmingCharacters(in: .whitespacesAndNewlines)
        environment.variables.merge(variables) { $1 }
        (self.server, self.bus, self.environment) = (server, bus, environment)
    }

    /// Starts the window and waits until it shows these tiles.
    func show(
        _ arguments: String..., tiles: [String]? = nil, program: String = "launcher-window"
    ) async throws -> RunningProcess {
        let window = try RunningProcess(Self.program(program), arguments, environment: environment)
        try await wait("the window appears", window) { elements in elements.contains { $0.role == "frame" } }
        if let tiles { try await expect(tiles, window) }
        return window
    }

    /// Ends the window and checks that GTK had nothing to complain about.
    func end(_ window: RunningProcess, _ location: SourceLocation = #_sourceLocation) async throws {
        window.send(SIGTERM)
        let result = try await window.result()
        #expect(result.ending == .exit(0), sourceLocation: location)
        #expect(
            !result.errors.contains("CRITICAL") && !result.errors.contains("WARNING"), "\(result.errors)",
            sourceLocation: location)
    }

    func run(_ words: String...) async throws -> RunningProcess.Result {
        try await RunningProcess.run("/usr/bin/env", words, environment: environment)
    }

    /// Presses keys, one after the other, in the names of X.
    func press(_ keys: String...) async throws {
        for key in keys { _ = try await run("xdotool", "key", key) }
    }

    func type(_ text: String) async throws { _ = try await run("xdotool", "type", text) }

    /// Something in the window, as assistive technology sees it.
    struct Element: Decodable {
        let role: String
        let name: String
        let text: String
        let states: [String]
    }

    func elements() async throws -> [Element] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "screen.py").path
        let result = try await RunningProcess.run(
            Python.interpreter.path, [script], environment: environment)
        return try result.output.split(separator: "\n").map {
            try JSONDecoder().decode(Element.self, from: Data($0.utf8))
        }
    }

    /// The names of the tiles.
    func tiles() async throws -> [String] { try await elements().tiles }

    /// Waits until the window shows these tiles.
    func expect(_ tiles: [String], _ window: RunningProcess, _ location: SourceLocation = #_sourceLocation) async throws
    {
        try await wait("the tiles \(tiles)", window, location) { $0.tiles == tiles }
    }

    /// Waits until something can be seen.
    func wait(
        _ what: String, _ window: RunningProcess, _ location: SourceLocation = #_sourceLocation,
        until isSeen: ([Element]) -> Bool
    ) async throws {
        var seen: [Element] = []
        _ = try await comesTrue(within: Self.patience) {
            seen = try await elements()
            return isSeen(seen) || !window.isRunning
        }
        if !isSeen(seen) {
            Issue.record("Not seen: \(what), but the tiles \(seen.tiles). \(window.errors)", sourceLocation: location)
        }
    }

    /// How long something may take to be seen.
    private static let patience = Duration.seconds(300)

    /// Saves a picture of the screen if pictures are wanted.
    func record(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["RECORD_SCREENSHOTS"] else { return }
        _ = try await run("import", "-window", "root", "\(folder)/window-\(name).png")
    }

    /// A program that was built beside the tests.
    static func program(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
    }
}

extension [Screen.Element] {
    /// The names of the tiles.
    var tiles: [String] { filter { $0.role == "table cell" }.map(\.name) }

    /// The name of the tile with a state.
    func tile(_ state: String) -> String? { first { $0.role == "table cell" && $0.states.contains(state) }?.name }
}
