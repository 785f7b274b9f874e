import AppGroup
import Foundation
import TestSupport
import Testing

/// The menu of an app, and what its choices do.
@Suite("Menus of the window", .ownGroup, .serialized) struct MenuTests {
    private static let all = ["Inbox", "Notes", "Rooms"]

    private func makeGroup() throws { for name in ["inbox", "notes", "rooms"] { try WindowGroup.add(name) } }

    private func isHidden(_ id: AppID) throws -> Bool? {
        try TestGroup.current.registry.app(id)?.preferences.isHidden
    }

    /// Starts the window, and selects Notes.
    private func selectNotes(_ screen: Screen) async throws -> RunningProcess {
        let window = try await screen.show("--order", "name", tiles: Self.all)
        try await screen.press("Down", "Right")
        try await screen.wait("Notes has the focus", window) { $0.tile("focused") == "Notes" }
        return window
    }

    @Test("A click with the right button opens the menu of the app that was clicked")
    func rightClick() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: Self.all)
            try await screen.wait("the tiles are in their places", window) { ($0.cell("Rooms")?.box[2] ?? 0) > 0 }
            let elements = try await screen.elements()
            let place = try screen.middle(of: #require(elements.cell("Rooms")), in: elements)
            _ = try await screen.run("xdotool", "mousemove", "\(place.x)", "\(place.y)", "click", "3")
            try await screen.wait("the menu of Rooms", window) { elements in
                elements.contains { $0.name == "Hide" } && elements.tile("selected") == "Rooms"
            }
            try await screen.end(window)
        }
    }

    @Test("“Install” installs the offer whose menu is open, even if an app has come to its place")
    func install() async throws {
        try makeGroup()
        try WindowGroup.offerMaps()
        let offered = WindowGroup.offeredMaps
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: Self.all + [offered])
            try await screen.press("Down", "End")
            try await screen.wait("the offer has the focus", window) { $0.tile("focused") == offered }
            try await screen.press("Menu")
            try await screen.wait("the menu", window) { $0.contains { $0.role == "menu item" && $0.name == "Install" } }
            try WindowGroup.add("alarm")
            try await screen.expect(["Alarm"] + Self.all + [offered], window)
            try await screen.click("Install")
            try await screen.wait("why the server was not asked", window) { elements in
                elements.contains { $0.role == "label" && $0.name.contains("launcher login") }
            }
            #expect(!FileManager.default.fileExists(atPath: WindowGroup.trace))
            try await screen.end(window)
        }
    }

    @Test("A click opens the app on which it began and ended, and a double click opens it once")
    func clicks() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: Self.all)
            try await screen.wait("the tiles are in their places", window) { ($0.cell("Rooms")?.box[2] ?? 0) > 0 }
            let elements = try await screen.elements()
            func click(_ name: String, _ words: String...) async throws {
                let place = try screen.middle(of: #require(elements.cell(name)), in: elements)
                let input = ["mousemove", "\(place.x)", "\(place.y)"] + words
                _ = try await RunningProcess.run("/usr/bin/xdotool", input, environment: screen.environment)
            }
            try await click("Inbox", "mousedown", "1")
            try await click("Rooms", "mouseup", "1")
            try await click("Notes", "click", "--repeat", "3", "--delay", "50", "1")
            #expect(await WindowGroup.opened() == "notes")
            try await click("Rooms", "keydown", "ctrl", "click", "1", "keyup", "ctrl")
            #expect(
                await comesTrue {
                    (try? String(contentsOfFile: WindowGroup.trace, encoding: .utf8)) == "notes \nrooms \n"
                })
            try await screen.end(window)
        }
    }

    @Test("The key Menu opens the menu of the selected app, and “Undo” brings back the app that was hidden there")
    func hide() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await selectNotes(screen)
            try await screen.openMenu(window)
            // The message stays for ten seconds.
            try await screen.click("Hide", "Undo")
            try await screen.wait("all apps, without the message", window) { elements in
                elements.tiles == Self.all && !elements.contains { $0.name == "Undo" }
            }
            #expect(try isHidden("org.example.notes") == false)
            // The selection went to the neighbor and has stayed there.
            try await screen.openMenu(window)
            try await screen.click("Hide")
            try await screen.expect(["Inbox", "Notes"], window)
            #expect(try isHidden("org.example.rooms") == true)
            try await screen.end(window)
        }
    }

    @Test("“Undo” and “Remove” change the app that they are about, even if the window shows another group by then")
    func otherGroup() async throws {
        try makeGroup()
        let other: GroupID = "org.example.other"
        try TestGroup.current.registry(of: other).register(
            AppDescription(id: "org.example.tram", name: "Tram", launch: .graphical("/bin/true")))
        try await Screen.with { screen in
            let window = try await selectNotes(screen)
            try await screen.openMenu(window)
            try await screen.click("Hide")
            // It stays for ten seconds.
            let elements = try await screen.wait("the message", window) {
                $0.contains { $0.name == "Undo" && $0.box[2] > 0 }
            }
            let place = try screen.middle(of: #require(elements.first { $0.name == "Undo" }), in: elements)
            // The message stays while the pointer is on it.
            _ = try await screen.run("xdotool", "mousemove", "\(place.x)", "\(place.y)")
            try await screen.call(window, "--group", "\(other)")
            try await screen.expect(["Tram"], window)
            try await screen.click("Undo")
            #expect(await comesTrue { (try? isHidden("org.example.notes")) == false })
            try await screen.call(window, "--order", "name")
            try await screen.expect(Self.all, window)
            try await screen.press("Down", "Home")
            try await screen.wait("Inbox has the focus", window) { $0.tile("focused") == "Inbox" }
            try await screen.openMenu(window)
            try await screen.click("Remove from the Group…")
            try await screen.wait("the question", window) { elements in
                elements.contains { $0.name == "Remove Inbox from the group?" }
            }
            try await screen.call(window, "--group", "\(other)")
            try await screen.expect(["Tram"], window)
            try await screen.click("Remove")
            let inbox: AppID = "org.example.inbox"
            #expect(await comesTrue { (try? TestGroup.current.registry.app(inbox)?.unregistered) != nil })
            try await screen.end(window)
        }
    }

    @Test(
        "“Show Hidden Apps” lists hidden apps as such after the others, and their menu shows them again permanently"
    )
    func showHidden() async throws {
        try makeGroup()
        try TestGroup.current.registry.setHidden(true, of: "org.example.inbox")
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Notes", "Rooms"])
            try await screen.press("F10")
            try await screen.click("Show Hidden Apps")
            try await screen.expect(["Notes", "Rooms", "Inbox, hidden"], window)
            #expect(try await screen.elements().contains { $0.role == "label" && $0.name == "Hidden" })
            try await screen.press("Down", "End")
            try await screen.wait("Inbox has the focus", window) { $0.tile("focused") == "Inbox, hidden" }
            try await screen.openMenu(window)
            try await screen.click("Show")
            try await screen.expect(Self.all, window)
            #expect(try isHidden("org.example.inbox") == false)
            try TestGroup.current.registry.setHidden(true, of: "org.example.rooms")
            try await screen.press("F10")
            try await screen.click("Show Hidden Apps")
            try await screen.expect(["Inbox", "Notes"], window)
            try await screen.end(window)
        }
    }

    @Test("An empty window says whether its apps are hidden or missing, or how to register the first one")
    func empty() async throws {
        func says(_ title: String, _ next: String) -> ([Screen.Element]) -> Bool {
            { elements in
                elements.contains { $0.name == title } && elements.contains { $0.name.contains(next) }
            }
        }
        try await Screen.with { screen in
            let window = try await screen.show()
            try await screen.wait(
                "how to register", window,
                until: says(
                    "No App Has Joined Yet", "launcher register com.example.hello --group org.example.family --name"))
            try WindowGroup.add("inbox")
            try await screen.expect(["Inbox"], window)
            try TestGroup.current.registry.setHidden(true, of: "org.example.inbox")
            try await screen.wait(
                "that the app is hidden", window, until: says("All Apps Are Hidden", "Show Hidden Apps"))
            try WindowGroup.add("notes")
            try await screen.expect(["Notes"], window)
            try FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/bin/notes")
            try await screen.wait(
                "that one app is hidden and one is missing", window,
                until: says("No App Is Shown", "launcher list --all"))
            try FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/bin/inbox")
            try await screen.wait(
                "that the app is missing", window, until: says("No App Is Installed", "launcher list --all"))
            try await screen.end(window)
        }
    }

    @Test(
        "Removing an app asks first: Escape and the button with the focus keep it, and only “Remove” removes it")
    func remove() async throws {
        try makeGroup()
        let question = "Remove Notes from the group?"
        try await Screen.with { screen in
            let window = try await selectNotes(screen)
            for answer in ["Escape", "Return"] {
                try await screen.openMenu(window)
                try await screen.click("Remove from the Group…")
                try await screen.wait("the question", window) { $0.contains { $0.name == question } }
                try await screen.record("remove")
                try await screen.press(answer)
                try await screen.wait("no question", window) { !$0.contains { $0.name == question } }
                #expect(try TestGroup.current.registry.app("org.example.notes")?.unregistered == nil)
                try await screen.wait("the focus is back", window) { $0.tile("focused") == "Notes" }
            }
            try await screen.openMenu(window)
            try await screen.click("Remove from the Group…", "Remove")
            try await screen.expect(["Inbox", "Rooms"], window)
            #expect(try TestGroup.current.registry.app("org.example.notes")?.unregistered != nil)
            try await screen.end(window)
        }
    }

    @Test("“Info” shows what is known about an app, and Escape takes it away")
    func info() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await selectNotes(screen)
            try await screen.openMenu(window, key: "shift+F10")
            try await screen.click("Info")
            // By the user's clock.
            let time = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/
            try await screen.wait("the facts", window) { elements in
                elements.contains { $0.name == "org.example.notes" }
                    && elements.contains { $0.name.wholeMatch(of: time) != nil }
            }
            try await screen.record("info")
            try await screen.press("Escape")
            try await screen.wait("no facts", window) { !$0.contains { $0.name == "org.example.notes" } }
            try await screen.end(window)
        }
    }
}
