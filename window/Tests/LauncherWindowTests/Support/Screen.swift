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
    ///
    /// - Parameters:
    ///   - variables: Further variables of what runs there.
    ///   - size: In pixels.
    static func with(
        _ variables: [String: String] = [:], size: (width: Int, height: Int) = (900, 700),
        _ body: (Screen) async throws -> Void
    ) async throws {
        let screen = try await Screen(variables, size)
        var failure: (any Error)?
        do { try await body(screen) } catch { failure = error }
        screen.bus.send(SIGTERM)
        _ = try await screen.bus.result()
        screen.server.send(SIGTERM)
        _ = try await screen.server.result()
        if let failure { throw failure }
    }

    /// Sets properties of GTK's settings, as a desktop without a program for them does.
    static func set(_ settings: String...) throws {
        let folder = "\(TestGroup.current.folder)/home/.config/gtk-4.0"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let lines = ["[Settings]"] + settings
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: "\(folder)/settings.ini"))
    }

    private init(_ variables: [String: String], _ size: (width: Int, height: Int)) async throws {
        let group = TestGroup.current
        let server = try RunningProcess(
            "/usr/bin/Xvfb",
            ["-displayfd", "1", "-screen", "0", "\(size.width)x\(size.height)x24", "-noreset", "-nolisten", "tcp"],
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
            "/usr/bin/dbus-daemon",
            ["--session", "--nofork", "--address=unix:path=\(runtime)/bus", "--print-address"], environment: environment
        )
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

    /// Calls the window's program again while the window runs, and waits for the end of that call.
    ///
    /// If the window has ended, this fails at once: the call would become the window of the session, and would not end.
    func call(
        _ window: RunningProcess, _ arguments: String..., location: SourceLocation = #_sourceLocation
    ) async throws {
        let call = try RunningProcess(Self.program("launcher-window"), arguments, environment: environment)
        _ = await comesTrue { !call.isRunning || !window.isRunning }
        try await requireRunning(window, location)
        let result = try await call.result()
        #expect(result.ending == .exit(0), "\(result.errors)", sourceLocation: location)
    }

    /// Fails if the window has ended, and says how.
    func requireRunning(_ window: RunningProcess, _ location: SourceLocation = #_sourceLocation) async throws {
        guard !window.isRunning else { return }
        let result = try await window.result()
        let remark: Comment = "The window has ended: \(result.ending). \(result.errors)"
        try #require(window.isRunning, remark, sourceLocation: location)
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
        /// Where it is in its window, without the edge around that: left, top, width, height.
        let box: [Int]
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "screen.py").path

    /// Does what buttons do when they are clicked, one after the other, each as soon as it is there.
    func click(_ names: String...) async throws {
        let result = try await RunningProcess.run(
            Python.interpreter.path, ["-B", Self.script, "press"] + names, environment: environment)
        try #require(result.ending == .exit(0), "\(result.errors)")
    }

    /// Opens the menu of the app that is selected, with the key Menu or another one.
    func openMenu(_ window: RunningProcess, key: String = "Menu") async throws {
        try await press(key)
        try await wait("the menu", window) { $0.contains { $0.role == "menu item" && $0.name == "Info" } }
    }

    /// The middle of an element on the screen. The window is at the upper left corner, with an edge around it.
    ///
    /// - Parameter width: Of the window and its edges, in pixels.
    func middle(of element: Element, in elements: [Element], width: Int = 720) throws -> (x: Int, y: Int) {
        let frame = try #require(elements.first { $0.role == "frame" })
        let edge = (width - frame.box[2]) / 2
        return (element.box[0] + element.box[2] / 2 + edge, element.box[1] + element.box[3] / 2 + edge)
    }

    func elements() async throws -> [Element] { try await Self.elements(environment) }

    /// The objects that assistive technology sees in a session.
    static func elements(_ environment: ProcessEnvironment, as user: [String] = []) async throws -> [Element] {
        let words = user + [Python.interpreter.path, "-B", script]
        var answer: RunningProcess.Result?
        _ = try await comesTrue(within: patience) {
            answer = try await RunningProcess.run(words[0], Array(words.dropFirst()), environment: environment)
            return answer?.ending == .exit(0)
        }
        let result = try #require(answer)
        try #require(result.ending == .exit(0), "\(result.errors)")
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
    ///
    /// - Returns: What was seen last.
    @discardableResult
    func wait(
        _ what: String, _ window: RunningProcess, _ location: SourceLocation = #_sourceLocation,
        until isSeen: ([Element]) -> Bool
    ) async throws -> [Element] {
        try await Self.wait(what, window, location, until: isSeen) { try await elements() }
    }

    /// Waits until something can be seen in what `elements` gives.
    @discardableResult
    static func wait(
        _ what: String, _ window: RunningProcess, _ location: SourceLocation, until isSeen: ([Element]) -> Bool,
        in elements: () async throws -> [Element]
    ) async throws -> [Element] {
        var seen: [Element] = []
        _ = try await comesTrue(within: patience) {
            seen = try await elements()
            return isSeen(seen) || !window.isRunning
        }
        if !isSeen(seen) {
            Issue.record("Not seen: \(what), but the tiles \(seen.tiles). \(window.errors)", sourceLocation: location)
        }
        return seen
    }

    /// How long something may take to be seen.
    private static let patience = Duration.seconds(300)

    /// Ends the display, as a compositor does that crashes.
    func crash() { server.send(SIGKILL) }

    /// How many closures, cells and frames the window has counted.
    func counts(_ window: RunningProcess) async throws -> (closures: Int, cells: Int, frames: Int) {
        let before = window.errors.matches(of: Self.countLine).count
        window.send(SIGUSR1)
        _ = await comesTrue { window.errors.matches(of: Self.countLine).count > before || !window.isRunning }
        try await requireRunning(window)
        let last = try #require(window.errors.matches(of: Self.countLine).last?.output)
        return (Int(last.1) ?? 0, Int(last.2) ?? 0, Int(last.3) ?? 0)
    }

    /// The number of frames once no more are drawn. Fails if there is no end of them.
    func frames(_ window: RunningProcess) async throws -> Int {
        var frames = -1
        let isSteady = try await comesTrue(within: .seconds(120)) {
            try await Task.sleep(for: .milliseconds(400))
            let now = try await counts(window).frames
            defer { frames = now }
            return now == frames
        }
        try #require(isSteady, "The window is drawn again and again.")
        return frames
    }

    private static var countLine: Regex<(Substring, Substring, Substring, Substring)> {
        /launcher: (\d+) closures, (\d+) cells, (\d+) frames\n/
    }

    /// The colors of the screen, row by row, in a box.
    func pixels(_ box: [Int]) async throws -> [[[Int]]] {
        let file = "\(TestGroup.current.folder)/screen.png"
        let taken = try await run("import", "-window", "root", file)
        try #require(taken.ending == .exit(0), "\(taken.errors)")
        return try await Python.run(
            """
            from PIL import Image
            image = Image.open(given["file"]).convert("RGB")
            left, top, width, height = given["box"]
            answer = [[list(image.getpixel((x, y))) for x in range(left, left + width)] for y in range(top, top + height)]
            """, given: Pixels(file: file, box: box))
    }

    private struct Pixels: Encodable {
        let file: String
        let box: [Int]
    }

    /// Saves a picture of the screen if pictures are wanted.
    func record(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["RECORD_SCREENSHOTS"] else { return }
        _ = try await run("import", "-window", "root", "\(folder)/window-\(name).png")
    }

    /// A program that was built beside the tests.
    static func program(_ name: String) -> String {
        BuiltProgram.folder.appending(path: name).path
    }
}

extension [Screen.Element] {
    /// The names of the tiles, without the heading of the offers.
    var tiles: [String] { filter { $0.role == "table cell" && $0.name != "Available" }.map(\.name) }

    /// The cell of a tile whose name begins like this.
    func cell(_ name: String) -> Screen.Element? { first { $0.role == "table cell" && $0.name.hasPrefix(name) } }

    /// The name of the tile with a state.
    func tile(_ state: String) -> String? { first { $0.role == "table cell" && $0.states.contains(state) }?.name }
}
