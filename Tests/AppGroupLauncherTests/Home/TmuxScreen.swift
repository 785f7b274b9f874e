import AppGroup
import Foundation
import TestSupport
import Testing

/// A terminal that a test types into and reads: a shell in its own tmux.
struct TmuxScreen {
    /// The options with which a tmux client finds it.
    let socket: String
    /// In the foreground, so that it ends with its test.
    private let server: RunningProcess
    private let variables: ProcessEnvironment

    /// Starts a shell, `sh` without an init file, in which `$launcher` is the program and the prompt is `$ `.
    ///
    /// - Parameters:
    ///   - configuration: A configuration of tmux.
    ///   - shell: The command that runs in it.
    ///   - name: Distinguishes two screens of a test.
    init(
        columns: Int = 80, rows: Int = 24, configuration: String = "", shell: String = "PS1='$ ' exec sh",
        name: String = "tmux"
    ) async throws {
        socket = "\(TestGroup.current.folder)/\(name)"
        var environment = TestGroup.current.environment
        environment.variables["launcher"] = BuiltProgram.launcher.path
        environment.variables["TERM"] = "xterm-256color"
        variables = environment
        let file = try TestGroup.current.makeFile(
            "\(name).conf", Array("set -g default-terminal tmux-256color\n\(configuration)\n".utf8))
        server = try RunningProcess("/usr/bin/tmux", ["-D", "-S", socket, "-f", file], environment: environment)
        let socket = socket
        try #require(await comesTrue { FileManager.default.fileExists(atPath: socket) })
        try await tmux("new-session", "-d", "-c", TestGroup.current.folder, "-x", "\(columns)", "-y", "\(rows)", shell)
    }

    /// Ends it and the programs in it.
    func end() async {
        server.send(SIGTERM)
        _ = try? await server.result()
    }

    /// Presses keys, by their names in tmux.
    func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

    /// Types text literally.
    func type(_ text: String) async throws { try await tmux("send-keys", "-l", "--", text) }

    /// Sends bytes, as a terminal does for a key or the mouse.
    func send(_ bytes: String) async throws {
        try await tmux(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
    }

    /// Presses and releases a button of the mouse on a cell, counted from 1: 0 is the left button, 2 the right one.
    func click(_ button: Int = 0, column: Int, row: Int) async throws {
        try await send("\u{1B}[<\(button);\(column);\(row)M\u{1B}[<\(button);\(column);\(row)m")
    }

    /// The first cell, counted from 1, of a text on the screen.
    func place(of text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> (column: Int, row: Int)
    {
        try await shows(text, sourceLocation: sourceLocation)
        let lines = try await self.text().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains(text) }, sourceLocation: sourceLocation)
        let column = try #require(lines[row].range(of: text)).lowerBound
        return (lines[row].distance(from: lines[row].startIndex, to: column) + 1, row + 1)
    }

    /// Resizes the terminal.
    func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// The visible text, without trailing spaces and trailing empty lines.
    func text() async throws -> String { try await tmux("capture-pane", "-p").output }

    /// A format of tmux, expanded for the screen: such as `#{alternate_on}`.
    func value(_ format: String) async throws -> String {
        try await tmux("display-message", "-p", format).output.trimmingCharacters(in: .newlines)
    }

    /// The time within which the screen must show something.
    static let patience = Duration.seconds(300)

    /// Presses a key until a text is visible: while the terminal changes hands, no program takes a key.
    func press(_ key: String, until text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let isShown = try await comesTrue(within: Self.patience) {
            try await press(key)
            return try await comesTrue(within: .seconds(2)) { try await self.text().contains(text) }
        }
        if !isShown { try await shows(text, sourceLocation: sourceLocation) }
    }

    /// Waits until the visible text satisfies a condition.
    func shows(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: (String) -> Bool
    ) async throws {
        var seen = ""
        let isShown = try await comesTrue(within: Self.patience) {
            seen = try await text()
            if condition(seen) { return true }
            try await Task.sleep(for: .milliseconds(50))
            return false
        }
        if isShown { return }
        Issue.record("The screen does not show \(what):\n\(seen)", sourceLocation: sourceLocation)
    }

    /// Waits until a text is visible.
    func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await shows("“\(text)”", sourceLocation: sourceLocation) { $0.contains(text) }
    }

    @discardableResult
    func tmux(_ arguments: String...) async throws -> RunningProcess.Result { try await tmux(arguments) }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> RunningProcess.Result {
        let result = try await RunningProcess.run(
            "/usr/bin/tmux", ["-S", socket] + arguments, environment: variables)
        try #require(result.ending == .exit(0), "tmux \(arguments): \(result.errors)")
        return result
    }
}
