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

    @Test("If the screen gets a scale of 2, an icon has a pixel of its own for each pixel of the screen")
    func scale() async throws {
        try WindowGroup.add("stripes", icon: .png(try await ExampleImage.stripes()))
        try await Compositor.with(.sway) { compositor in
            try await compositor.tellSway("output HEADLESS-1 resolution 1800x1400")
            // A window that gets another size fills its tiles for that reason.
            try await compositor.tellSway("for_window [app_id=\".*\"] floating enable")
            let window = try compositor.start(Screen.program("launcher-window"))
            try await compositor.expect(["Stripes"], window)
            try await compositor.tellSway("output HEADLESS-1 scale 2")
            #expect(
                try await comesTrue {
                    try await compositor.colors().isSuperset(of: [[255, 0, 0], [0, 0, 255]]) || !window.isRunning
                })
            try #require(window.isRunning, "\(window.errors)")
            window.send(SIGTERM)
            #expect(try await window.result().ending == .exit(0))
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
