import AppGroup
import TestSupport
import Testing

/// Keyboards on which letters and digits are typed in another way. The numbers are those of the keys.
@Suite("Keyboards and the window", .ownGroup, .serialized) struct KeyboardTests {
    private static let (control, alt, capsLock) = ("37", "64", "66")
    private static let (f, w, second) = ("41", "25", "11")

    private func makeGroup() throws { for name in ["inbox", "notes"] { try WindowGroup.add(name) } }

    private func press(_ key: String, with modifier: String, _ screen: Screen) async throws {
        _ = try await screen.run("xdotool", "keydown", modifier, "key", key, "keyup", modifier)
    }

    @Test(
        "Ctrl+F and Ctrl+W work with Caps Lock, and while the keys type other letters",
        arguments: [("us", true), ("ru,us", false), ("gr,us", false)])
    func letters(layout: String, hasCapsLock: Bool) async throws {
        try makeGroup()
        try await Screen.with { screen in
            _ = try await screen.run("setxkbmap", layout)
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes"])
            if hasCapsLock { try await screen.press(Self.capsLock) }
            try await screen.press("Down")
            try await screen.wait("the focus is in the grid", window) { $0.tile("focused") == "Inbox" }
            try await press(Self.f, with: Self.control, screen)
            try await screen.wait("the focus is in the search", window) {
                $0.tiles.count == 2 && $0.tile("focused") == nil
            }
            try await press(Self.w, with: Self.control, screen)
            #expect(try await window.result().ending == .exit(0))
        }
    }

    @Test("Alt with the key of a digit opens an app, even if the digit is typed with Shift", arguments: ["us", "fr"])
    func digits(layout: String) async throws {
        try makeGroup()
        try await Screen.with { screen in
            _ = try await screen.run("setxkbmap", layout)
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes"])
            try await press(Self.second, with: Self.alt, screen)
            #expect(await WindowGroup.opened() == "notes")
            try await screen.end(window)
        }
    }
}
