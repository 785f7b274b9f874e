import AppGroup
import Foundation
import TestSupport
import Testing

/// How often the window is drawn.
@Suite("Frames of the window", .ownGroup, .serialized) struct FrameTests {
    private func makeGroup() throws { for name in ["inbox", "notes", "rooms"] { try WindowGroup.add(name) } }

    @Test("If the desktop asks for no animation, messages and menus appear at once, not bit by bit")
    func noAnimation() async throws {
        try makeGroup()
        try Screen.set("gtk-enable-animations=0")
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            var before = try await screen.frames(window)
            func drawn() async throws -> Int {
                let now = try await screen.frames(window)
                defer { before = now }
                return now - before
            }
            // With animations, each of these takes a quarter of a second, and as many frames as the screen shows in that time.
            let most = 8
            try await screen.press("F10")
            try await screen.wait("the main menu", window) { $0.contains { $0.name == "Show Hidden Apps" } }
            #expect(try await drawn() <= most)
            try await screen.press("Escape", "Down", "Right")
            try await screen.wait("Notes has the focus", window) { $0.tile("focused") == "Notes" }
            // Each of these keys has frames of its own.
            _ = try await drawn()
            try await screen.openMenu(window)
            #expect(try await drawn() <= most)
            try await screen.click("Hide")
            try await screen.expect(["Inbox", "Rooms"], window)
            #expect(try await drawn() <= most)
            try await screen.end(window)
        }
    }

    @Test("After a key, no more frames are drawn, because the cursor of the search does not blink")
    func steadyCursor() async throws {
        try makeGroup()
        // A cursor that blinks would do so for half an hour.
        try Screen.set("gtk-cursor-blink=1", "gtk-cursor-blink-timeout=2000")
        try await Screen.with { screen in
            let window = try await screen.show(tiles: ["Inbox", "Notes", "Rooms"])
            try await screen.type("n")
            try await screen.wait("what was found", window) { $0.tiles.first == "Notes" }
            _ = try await screen.frames(window)
            try await screen.end(window)
        }
    }

    @Test("An app that joins and leaves in a loop is drawn at most ten times a second")
    func loop() async throws {
        try makeGroup()
        // An animation is drawn without a change of the apps.
        try Screen.set("gtk-enable-animations=0")
        let registry = TestGroup.current.registry
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            let before = try await screen.frames(window)
            let begin = ContinuousClock.now
            for _ in 0..<300 {
                let id = try WindowGroup.add("visa")
                try registry.unregister(id)
            }
            let drawn = try await screen.counts(window).frames - before
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            // Two more at the beginning, and one at the end.
            #expect(Double(drawn) <= 10 * seconds + 3)
            try await screen.expect(["Inbox", "Notes", "Rooms"], window)
            try await screen.end(window)
        }
    }

    @Test("A large window that shows more different icons than usual comes to rest")
    func manyIcons() async throws {
        for number in 0..<600 {
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z" fill="#\(number + 100)"/></svg>
                """
            try WindowGroup.add("tool\(number)", icon: .svg(Array(svg.utf8)))
        }
        try await Screen.with(size: (1900, 1060)) { screen in
            let window = try await screen.show()
            let found = try await screen.run("xdotool", "search", "--onlyvisible", "--class", "launcher-window")
            let id = try #require(found.output.split(separator: "\n").last.map(String.init))
            _ = try await screen.run("xdotool", "windowsize", id, "1900", "1060")
            try #require(try await comesTrue { try await screen.counts(window).cells > 400 })
            _ = try await screen.frames(window)
            try await screen.end(window)
        }
    }
}
