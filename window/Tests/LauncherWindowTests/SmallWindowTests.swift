import AppGroup
import Foundation
import TestSupport
import Testing

/// The window on a screen that is as small as the window may be.
@Suite("Window of 360 × 300 pixels", .ownGroup, .serialized) struct SmallWindowTests {
    private static let size = (width: 360, height: 300)
    private static let names = ["books", "calendar", "inbox", "notes", "photos", "rooms", "timer", "weather"]

    private func show(_ screen: Screen) async throws -> RunningProcess {
        for name in Self.names { try WindowGroup.add(name, badge: name == "inbox" ? 3_000 : 0) }
        let window = try await screen.show("--order", "name")
        let found = try await screen.run("xdotool", "search", "--onlyvisible", "--class", "launcher-window")
        let number = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
        _ = try await screen.run("xdotool", "windowsize", number, "\(Self.size.width)", "\(Self.size.height)")
        // Below the pointer, a choice of a menu would take the focus.
        _ = try await screen.run("xdotool", "mousemove", "10", "290")
        try await screen.wait("a small window", window) { elements in
            elements.tiles.count >= Self.names.count
                && elements.contains {
                    $0.role == "frame" && $0.box[2] <= Self.size.width && $0.box[3] <= Self.size.height
                }
        }
        return window
    }

    /// Whether an element is inside of its window, and not just a part of it.
    private func isInside(_ element: Screen.Element, _ frame: Screen.Element) -> Bool {
        element.box[2] > 0 && element.box[0] >= 0 && element.box[1] >= 0
            && element.box[0] + element.box[2] <= frame.box[2] && element.box[1] + element.box[3] <= frame.box[3]
    }

    @Test("All buttons are inside the window, and the keyboard reaches the last app and each choice of its menu")
    func keyboard() async throws {
        try await Screen.with(size: Self.size) { screen in
            let window = try await show(screen)
            let elements = try await screen.elements()
            let frame = try #require(elements.first { $0.role == "frame" })
            let parts = elements.filter { ["entry", "push button"].contains($0.role) && $0.box[2] > 0 }
            #expect(Set(parts.map(\.name)).isSuperset(of: ["Search apps", "Main menu", "Close"]))
            for part in parts { #expect(isInside(part, frame), "\(part)") }
            try await screen.press("Down", "End")
            try await screen.wait("the last app inside the window", window) { elements in
                elements.tile("focused") == "Weather" && elements.cell("Weather").map { isInside($0, frame) } == true
            }
            try await screen.openMenu(window)
            for choice in ["Open", "Pin", "Hide", "Info", "Remove from the Group…"] {
                try await screen.wait("“\(choice)” inside the menu", window) { elements in
                    guard let menu = elements.first(where: { $0.role == "menu" && $0.box[2] > 0 }) else { return false }
                    return elements.contains {
                        $0.name == choice && $0.states.contains("focused") && isInside($0, menu)
                    }
                }
                try await screen.record("small-\(choice.prefix(6))")
                try await screen.press("Down")
            }
            try await screen.end(window)
        }
    }

    @Test("The largest total is shown in a small window, and assistive technology gets all of its digits")
    func largestTotal() async throws {
        try WindowGroup.add("mail", badge: BadgeCount.maximum.value)
        try await Screen.with(size: Self.size) { screen in
            let window = try await show(screen)
            #expect(try await screen.elements().contains { $0.name == "\(BadgeCount.maximum) in all" })
            try await screen.record("small-total")
            try await screen.end(window)
        }
    }

    @Test("A question and a message fit, with all of their buttons")
    func messages() async throws {
        try WindowGroup.offerMaps()
        try await Screen.with(size: Self.size) { screen in
            let window = try await show(screen)
            try await screen.press("Down")
            try await screen.openMenu(window)
            try await screen.click("Remove from the Group…")
            func areInside(_ names: [String], _ elements: [Screen.Element]) -> Bool {
                names.allSatisfy { name in
                    elements.contains {
                        $0.role == "push button" && $0.name == name && $0.box[2] > 0
                            && $0.box[0] + $0.box[2] <= Self.size.width && $0.box[1] + $0.box[3] <= Self.size.height
                    }
                }
            }
            try await screen.wait("both answers", window) { areInside(["Keep It", "Remove"], $0) }
            try await screen.record("small-question")
            try await screen.click("Keep It")
            try await screen.type("city")
            try await screen.wait("the offer", window) { $0.tiles == [WindowGroup.offeredMaps] }
            try await screen.press("Return")
            try await screen.wait("the message", window) { elements in
                elements.contains { $0.name.contains("launcher login") } && areInside(["Close this message"], elements)
            }
            try await screen.record("small-message")
            try await screen.end(window)
        }
    }
}
