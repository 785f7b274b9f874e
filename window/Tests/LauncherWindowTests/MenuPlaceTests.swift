import AppGroup
import TestSupport
import Testing

/// Where the menu of an app opens.
@Suite("Places of menus in the window", .ownGroup, .serialized) struct MenuPlaceTests {
    /// The part of the screen that a window of the program takes up, in pixels from above.
    private typealias Extent = (top: Int, height: Int)

    /// The windows of the program that can be seen: its own, and the menu if that is open.
    private func windows(_ screen: Screen) async throws -> [Extent] {
        let found = try await screen.run(
            "xdotool", "search", "--onlyvisible", "--class", "launcher-window", "getwindowgeometry", "--shell", "%@")
        return found.output.matches(of: /Y=(-?\d+)\nWIDTH=\d+\nHEIGHT=(\d+)/).map {
            (Int($0.output.1) ?? 0, Int($0.output.2) ?? 0)
        }
    }

    @Test("The menu of an app at the top opens below it, and that of an app at the bottom above it, even by turns")
    func direction() async throws {
        for number in 1...30 { try WindowGroup.add("app\(number)", called: "App \(number + 10)") }
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name")
            try await screen.wait("the apps", window) { $0.tiles.count == 30 }
            try await screen.press("Down")
            for (key, name) in [("Home", "App 11"), ("End", "App 40"), ("Home", "App 11")] {
                try await screen.press(key)
                try await screen.wait("\(name) has the focus", window) { $0.tile("focused") == name }
                let elements = try await screen.elements()
                let middle = try screen.middle(of: #require(elements.cell(name)), in: elements).y
                try await screen.openMenu(window)
                var seen: [Extent] = []
                #expect(
                    try await comesTrue {
                        seen = try await windows(screen)
                        return seen.count == 2 || !window.isRunning
                    })
                let menu = try #require(seen.min { $0.height < $1.height }, "\(window.errors)")
                #expect(
                    key == "Home" ? menu.top > middle : menu.top + menu.height < middle, "\(key): \(menu), \(middle)")
                try await screen.press("Escape")
                try await screen.wait("no menu", window) { !$0.contains { $0.name == "Info" && $0.box[2] > 0 } }
            }
            try await screen.end(window)
        }
    }
}
