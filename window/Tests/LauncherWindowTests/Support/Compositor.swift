import AppGroup
import Foundation
import TestSupport
import Testing

/// A Wayland compositor without a screen, a session bus, and programs on both.
struct Compositor {
    enum Kind { case weston, sway }

    let environment: ProcessEnvironment
    private let server: RunningProcess
    private let bus: RunningProcess
    private let runtime: TemporaryFolder
    /// The command that runs a program as the user of the session: sway refuses to run as root.
    private let user: [String]

    /// Runs `body` with a compositor, which has ended afterwards.
    static func with(_ kind: Kind, _ body: (Compositor) async throws -> Void) async throws {
        let compositor = try await Compositor(kind)
        var failure: (any Error)?
        do { try await body(compositor) } catch { failure = error }
        for process in [compositor.server, compositor.bus] {
            process.send(SIGTERM)
            _ = try await process.result()
        }
        if let failure { throw failure }
    }

    private init(_ kind: Kind) async throws {
        let group = TestGroup.current
        let runtime = try TemporaryFolder("wl")
        self.runtime = runtime
        user =
            kind == .sway && getuid() == 0
            ? ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []
        if !user.isEmpty {
            let owned = [runtime.path, group.folder, URL(filePath: group.home).deletingLastPathComponent().path]
            let changed = try await RunningProcess.run("/usr/bin/chown", ["-R", "65534:65534"] + owned)
            try #require(changed.ending == .exit(0), "\(changed.errors)")
        }
        var environment = group.environment
        environment.variables.merge([
            "XDG_RUNTIME_DIR": runtime.path, "XDG_DATA_DIRS": "/usr/share", "GDK_BACKEND": "wayland",
            "GSK_RENDERER": "cairo",
            "G_DEBUG": "fatal-criticals", "GTK_A11Y": "atspi", "GSETTINGS_BACKEND": "memory",
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
        ]) { $1 }
        let user = user
        func start(_ words: [String]) throws -> RunningProcess {
            let words = user + words
            return try RunningProcess(
                words[0], Array(words.dropFirst()), environment: environment, keeping: runtime)
        }
        let bus = try start([
            "/usr/bin/dbus-daemon", "--session", "--nofork", "--address=unix:path=\(runtime.path)/bus",
            "--print-address",
        ])
        try #require(await comesTrue { bus.output.hasSuffix("\n") || !bus.isRunning }, "\(bus.errors)")
        environment.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let server: RunningProcess
        switch kind {
        case .weston:
            server = try start(["/usr/bin/weston", "--backend=headless-backend.so", "--use-pixman", "--idle-time=0"])
        case .sway:
            let file = try group.makeFile(
                "sway", Array("output HEADLESS-1 resolution 900x700\nxwayland disable\n".utf8))
            server = try start(["/usr/bin/sway", "-c", file])
        }
        func display() -> String? {
            (try? FileManager.default.contentsOfDirectory(atPath: runtime.path))?.first {
                $0.hasPrefix("wayland-") && !$0.hasSuffix("lock")
            }
        }
        try #require(await comesTrue { display() != nil || !server.isRunning }, "\(server.errors)")
        environment.variables["WAYLAND_DISPLAY"] = display()
        (self.environment, self.bus, self.server) = (environment, bus, server)
    }

    /// Ends it, as a crash does.
    func crash() { server.send(SIGKILL) }

    /// Runs a program as the user of the session.
    func run(_ words: String...) async throws {
        let words = user + words
        let result = try await RunningProcess.run(words[0], Array(words.dropFirst()), environment: environment)
        try #require(result.ending == .exit(0), "\(words): \(result.errors)")
    }

    /// Has sway carry out a command.
    func tellSway(_ command: String) async throws {
        func socket() throws -> String? {
            try FileManager.default.contentsOfDirectory(atPath: runtime.path).first { $0.hasPrefix("sway-ipc.") }
        }
        try #require(await comesTrue { try socket() != nil || !server.isRunning }, "\(server.errors)")
        try await run("/usr/bin/swaymsg", "-s", "\(runtime.path)/\(try #require(socket()))", command)
    }

    /// The colors of the screen.
    func colors() async throws -> Set<[Int]> {
        let file = "\(runtime.path)/screen.png"
        try await run("/usr/bin/grim", file)
        let colors: [[Int]] = try await Python.run(
            """
            from PIL import Image
            image = Image.open(given).convert("RGB")
            answer = [color for _, color in image.getcolors(image.width * image.height)]
            """, given: file)
        return Set(colors)
    }

    /// Starts a program as the user of the session.
    func start(_ words: String...) throws -> RunningProcess {
        let words = user + words
        return try RunningProcess(words[0], Array(words.dropFirst()), environment: environment)
    }

    /// Waits until the window shows these tiles.
    func expect(_ tiles: [String], _ window: RunningProcess, _ location: SourceLocation = #_sourceLocation) async throws
    {
        var seen: [String] = []
        _ = try await comesTrue(within: .seconds(300)) {
            seen = try await Screen.elements(environment, as: user).tiles
            return seen == tiles || !window.isRunning
        }
        #expect(seen == tiles, "\(window.errors)", sourceLocation: location)
    }
}
