import AppGroup
import Foundation
import TestSupport
import Testing

/// The window beside `launcher home`, which knows the same without a display.
@Suite("Keys in the window and in a terminal", .ownGroup, .serialized) struct SameKeysTests {
    @Test(
        "The same twelve keys select the same app in the window and in launcher home",
        arguments: [
            ["Down", "Right", "Right", "Left", "End", "Left", "Home", "Right", "Right", "Up", "Right", "Return"],
            ["t", "i", "BackSpace", "BackSpace", "n", "o", "t", "BackSpace", "BackSpace", "BackSpace", "r", "Return"],
            ["Down", "End", "Left", "Down", "Up", "Left", "Right", "Home", "Left", "Right", "Right", "Return"],
        ])
    func keys(_ keys: [String]) async throws {
        for name in ["books", "inbox", "notes", "rooms", "timer"] { try WindowGroup.add(name) }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Support/home.py").path
        let home = try await RunningProcess.run(
            Python.interpreter.path, ["-B", script, BuiltProgram.launcher.path, "120"] + keys,
            environment: TestGroup.current.environment)
        #expect(home.ending == .exit(0), "\(home.errors)")
        let inTerminal = await WindowGroup.opened()
        try FileManager.default.removeItem(atPath: WindowGroup.trace)
        // What was opened changes the order of both.
        let opened = try #require(try TestGroup.current.registry.apps(order: .recent).first)
        #expect(opened.name.description.lowercased() == inTerminal)
        try TestGroup.current.registry.resetHistory(of: opened.id)
        try await Screen.with { screen in
            let window = try await screen.show(tiles: ["Books", "Inbox", "Notes", "Rooms", "Timer"])
            for key in keys { try await screen.press(key) }
            #expect(await WindowGroup.opened() == inTerminal)
            try await screen.end(window)
        }
    }
}
