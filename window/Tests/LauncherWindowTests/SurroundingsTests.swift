import AppGroup
import Foundation
import TestSupport
import Testing

/// The window where something is missing that it usually relies on.
@Suite("Surroundings of the window", .ownGroup, .serialized) struct SurroundingsTests {
    private func makeGroup() throws { for name in ["inbox", "notes", "rooms"] { try WindowGroup.add(name) } }

    @Test("Without a session bus, the window finds and opens apps")
    func noBus() async throws {
        try makeGroup()
        let empty = try TestGroup.current.makeFolder("no-bus")
        try await Screen.with { screen in
            var environment = screen.environment
            environment.variables.merge([
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(empty)/none", "XDG_RUNTIME_DIR": empty, "GTK_A11Y": "none",
            ]) { $1 }
            let window = try RunningProcess(Screen.program("launcher-window"), ["--once"], environment: environment)
            let isOpen = await comesTrue {
                let found = try? await screen.run("xdotool", "search", "--onlyvisible", "--name", "Apps")
                return found?.ending == .exit(0) || !window.isRunning
            }
            #expect(isOpen)
            try await screen.type("no")
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "notes")
            let result = try await window.result()
            #expect(result.ending == .exit(0) && !result.errors.contains("CRITICAL"), "\(result.errors)")
        }
    }

    @Test("Without a session bus, GTK complains about nothing, even on a display that has assistive technology")
    func noBusForAssistiveTechnology() async throws {
        try makeGroup()
        let empty = try TestGroup.current.makeFolder("no-bus")
        try await Screen.with { screen in
            // The first window has the display told where assistive technology listens.
            try await screen.end(try await screen.show(tiles: ["Inbox", "Notes", "Rooms"]))
            var environment = screen.environment
            environment.variables.merge([
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(empty)/none", "XDG_RUNTIME_DIR": empty,
            ]) { $1 }
            environment.variables["GTK_A11Y"] = nil
            let window = try RunningProcess(Screen.program("launcher-window"), [], environment: environment)
            let isOpen = await comesTrue {
                let found = try? await screen.run("xdotool", "search", "--onlyvisible", "--name", "Apps")
                return found?.ending == .exit(0) || !window.isRunning
            }
            #expect(isOpen)
            _ = try await screen.frames(window)
            window.send(SIGTERM)
            let result = try await window.result()
            #expect(result.ending == .exit(0) && !result.errors.contains("CRITICAL"), "\(result.errors)")
        }
    }

    @Test("A portal that never answers is asked once, and the window does without it")
    func silentPortal() async throws {
        try makeGroup()
        let calls = try TestGroup.current.makeFile("calls", [])
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Support/silent_portal.py")
        try await Screen.with { screen in
            let portal = try RunningProcess(
                Python.interpreter.path, ["-B", script.path, calls], environment: screen.environment)
            try await portal.line("ready")
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            // It notes calls in their order, so this one comes after all that were made before.
            let last = try await screen.run(
                "dbus-send", "--session", "--type=method_call", "--dest=org.freedesktop.portal.Desktop", "/",
                "local.Test.Last")
            #expect(last.ending == .exit(0), "\(last.errors)")
            func noted() -> [Substring] {
                ((try? String(contentsOfFile: calls, encoding: .utf8)) ?? "").split(separator: "\n")
            }
            #expect(await comesTrue { noted().last == "local.Test.Last" || !portal.isRunning }, "\(portal.errors)")
            let asked = noted().dropLast()
            // One question by the window itself. GTK and libadwaita would wait for the answers to theirs.
            #expect(
                asked == ["org.freedesktop.DBus.Properties.Get org.freedesktop.portal.Settings version"], "\(asked)")
            try await screen.end(window)
            portal.send(SIGKILL)
            _ = try await portal.result()
        }
    }

    @Test("If the display goes away, the window ends with a status and without a core")
    func noMoreDisplay() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            screen.crash()
            let result = try await window.result()
            #expect(result.ending == .exit(1), "\(result.ending) \(result.errors)")
        }
    }
}
