import AppGroup
import TestSupport
import Testing

/// The menu of an app.
@Suite("Menus of the window", .ownGroup, .serialized) struct MenuTests {
    private static let all = ["Inbox", "Notes", "Rooms"]

    private func makeGroup() throws { for name in ["inbox", "notes", "rooms"] { try WindowGroup.add(name) } }

    @Test("A click with the right button opens the menu of the app that was clicked")
    func rightClick() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: Self.all)
            try await screen.wait("the tiles are in their places", window) { ($0.cell("Rooms")?.box[2] ?? 0) > 0 }
            let elements = try await screen.elements()
            let frame = try #require(elements.first { $0.role == "frame" })
            let cell = try #require(elements.cell("Rooms"))
            let edge = (720 - frame.box[2]) / 2
            let place = [cell.box[0] + cell.box[2] / 2 + edge, cell.box[1] + cell.box[3] / 2 + edge].map { "\($0)" }
            _ = try await screen.run("xdotool", "mousemove", place[0], place[1], "click", "3")
            try await screen.wait("the menu of Rooms", window) { elements in
                elements.contains { $0.name == "Hide" } && elements.tile("selected") == "Rooms"
            }
            try await screen.end(window)
        }
    }
}
