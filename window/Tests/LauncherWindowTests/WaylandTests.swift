import AppGroup
import Foundation
import TestSupport
import Testing

/// The window on Wayland.
@Suite("Window on Wayland", .ownGroup, .serialized) struct WaylandTests {
    @Test("The window shows and follows the group on Weston, and ends with a status if Weston goes away")
    func weston() async throws {
        for name in ["inbox", "notes"] { try WindowGroup.add(name) }
        try await Compositor.with(.weston) { compositor in
            let window = try compositor.start(Screen.program("launcher-window"), "--order", "name")
            try await compositor.expect(["Inbox", "Notes"], window)
            _ = try await BuiltProgram.launcher.run("badge", "set", "inbox", "2")
            try await compositor.expect(["Inbox, 2", "Notes"], window)
            compositor.crash()
            let result = try await window.result()
            #expect(
                result.ending == .exit(1) && !result.errors.contains("CRITICAL"), "\(result.ending) \(result.errors)")
        }
    }

    @Test("On sway, an app that is opened gets a token with which its window may come to the front")
    func token() async throws {
        try WindowGroup.add("inbox")
        try WindowGroup.add("notes")
        try TestGroup.current.makeProgram(
            "notes", "echo \"${XDG_ACTIVATION_TOKEN:-none} ${DESKTOP_STARTUP_ID:-none}\" >> '\(WindowGroup.trace)'")
        try await Compositor.with(.sway) { compositor in
            let window = try compositor.start(Screen.program("launcher-window"), "--once", "--search", "not")
            try await compositor.expect(["Notes"], window)
            // The first key of a new virtual keyboard is lost.
            #expect(
                try await comesTrue {
                    _ = try await compositor.start("/usr/bin/wtype", "-k", "Shift_L", "-s", "200", "-k", "Return")
                        .result()
                    try await Task.sleep(for: .milliseconds(200))
                    return FileManager.default.fileExists(atPath: WindowGroup.trace) || !window.isRunning
                }, "\(window.errors)")
            let tokens = await WindowGroup.opened().split(separator: " ")
            #expect(tokens.count == 2 && tokens[0] != "none" && tokens[0] == tokens[1], "\(tokens)")
            #expect(try await window.result().ending == .exit(0))
        }
    }
}
