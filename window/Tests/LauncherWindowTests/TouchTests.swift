import AppGroup
import Foundation
import TestSupport
import Testing

/// The effects of a finger in the window.
@Suite("Touches in the window", .ownGroup, .serialized) struct TouchTests {
    /// The middle of the tile in the first row that has a number. All edges of the window are about as wide.
    private func tile(_ number: Int, _ touchscreen: Touchscreen) throws -> (x: Int, y: Int) {
        let window = try #require(touchscreen.windows.first)
        let (width, columns, header) = (720, 6, 46)
        let edge = (window[2] - width) / 2
        return (edge + (2 * number + 1) * width / columns / 2, edge + header + 80)
    }

    @Test("A long press opens the menu of the app below the finger")
    func longPress() async throws {
        let (down, enter) = (0xff54, 0xff0d)
        for name in ["inbox", "notes", "rooms"] { try WindowGroup.add(name) }
        try await Touchscreen.withWindow("--order", "name", tiles: 3) { touchscreen in
            let rooms = try tile(2, touchscreen)
            try await touchscreen.touch(rooms)
            #expect(await comesTrue { touchscreen.windows.count == 2 }, "No menu was opened.")
            try await touchscreen.release(rooms)
            // Open, Pin, Hide.
            for key in [down, down, enter] { try await touchscreen.press(key) }
            let registry = TestGroup.current.registry
            #expect(await comesTrue { (try? registry.app("org.example.rooms"))?.preferences.isHidden == true })
        }
        #expect(!FileManager.default.fileExists(atPath: WindowGroup.trace))
    }

    @Test("A tap opens the app and no menu")
    func tap() async throws {
        for name in ["inbox", "notes", "rooms"] { try WindowGroup.add(name) }
        try await Touchscreen.withWindow("--order", "name", tiles: 3) { touchscreen in
            let notes = try tile(1, touchscreen)
            try await touchscreen.tap(notes)
            #expect(await WindowGroup.opened() == "notes")
            // A press is long after half a second.
            try await Task.sleep(for: .seconds(1))
            #expect(touchscreen.windows.count == 1)
        }
    }
}
