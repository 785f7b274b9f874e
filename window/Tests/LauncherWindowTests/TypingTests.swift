import AppGroup
import Foundation
import TestSupport
import Testing

/// The effects of the keyboard in the window.
@Suite("Typing in the window", .ownGroup, .serialized) struct TypingTests {
    private func makeGroup() throws {
        try WindowGroup.add(
            "inbox", badge: 3, actions: [.init(id: "new", name: "New message", url: AppURL("inbox:new"))])
        try WindowGroup.add("notes")
        try WindowGroup.add("rooms")
    }

    @Test("Two letters and Enter open an app once, and its openings are counted")
    func opening() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox, 3", "Notes", "Rooms"])
            try await screen.type("no")
            try await screen.wait("Notes is found first", window) { $0.tiles.first == "Notes" }
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "notes")
            #expect(try TestGroup.current.registry.app("org.example.notes")?.usage.count == 1)
            // The search ends with the opening.
            try await screen.expect(["Inbox, 3", "Notes", "Rooms"], window)
            try await screen.end(window)
        }
    }

    @Test("Actions are found by their names and open their app at their URL")
    func action() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", "--search", "new mess")
            try await screen.expect(["Inbox: New message"], window)
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "inbox inbox:new")
            try await screen.end(window)
        }
    }

    @Test(
        "Text that matches nothing says so, Enter then does nothing, and Escape clears the text, then closes the window"
    )
    func nothing() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox, 3", "Notes", "Rooms"])
            try await screen.type("zzz")
            try await screen.wait("no app answers", window) { elements in
                elements.contains { $0.name == "No App Matches" }
            }
            try await screen.press("Return", "Escape")
            try await screen.expect(["Inbox, 3", "Notes", "Rooms"], window)
            #expect(!FileManager.default.fileExists(atPath: WindowGroup.trace))
            try await screen.press("Escape")
            #expect(try await window.result().ending == .exit(0))
        }
    }

    @Test("Text that is longer than any name matches nothing, even if its words do")
    func longText() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--search", String(repeating: "notes ", count: 60))
            try await screen.wait("no app answers", window) { elements in
                elements.contains { $0.name == "No App Matches" }
            }
            try await screen.press("Return", "Escape")
            try await screen.wait("all apps", window) { $0.tiles.count == 3 }
            #expect(!FileManager.default.fileExists(atPath: WindowGroup.trace))
            try await screen.end(window)
        }
    }

    @Test("A letter and Enter open the best match, even if the pointer rests on another tile")
    func pointerAtRest() async throws {
        for number in 10..<20 { try WindowGroup.add("app\(number)", called: "App \(number)") }
        let (x, y) = (185, 225)
        try await Screen.with { screen in
            _ = try await screen.run("xdotool", "mousemove", "\(x)", "\(y)")
            let window = try await screen.show("--order", "name")
            try await screen.wait("the pointer is on a tile of the second row", window) { elements in
                guard let box = elements.cell("App 17")?.box else { return false }
                return (box[0]..<box[0] + box[2]).contains(x) && (box[1]..<box[1] + box[3]).contains(y)
            }
            try await screen.type("a")
            try await screen.wait("the letter", window) { elements in
                elements.contains { $0.role == "entry" && $0.text == "a" }
            }
            // With the next frame, GTK would select what is below the pointer.
            _ = try await screen.frames(window)
            #expect(try await screen.elements().tile("selected") == "App 10")
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "app10")
            try await screen.end(window)
        }
    }

    @Test("Down leads into the grid, arrows move there, and Enter opens the focused tile")
    func arrows() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox, 3", "Notes", "Rooms"])
            try await screen.press("Down")
            try await screen.wait("the focus is in the grid", window) { $0.tile("focused") == "Inbox, 3" }
            try await screen.press("Right")
            try await screen.wait("the focus moves", window) { $0.tile("focused") == "Notes" }
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "notes")
            try await screen.end(window)
        }
    }

    @Test("Alt with a digit opens the app at that place, and Ctrl+W closes the window")
    func digits() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox, 3", "Notes", "Rooms"])
            try await screen.press("alt+3")
            #expect(await WindowGroup.opened() == "rooms")
            try await screen.press("ctrl+w")
            #expect(try await window.result().ending == .exit(0))
        }
    }

    @Test("While text is being composed, Down and Escape are for the input method, and the window stays")
    func composing() async throws {
        try makeGroup()
        // GTK's own input method composes a character from its number.
        try await Screen.with(["GTK_IM_MODULE": "gtk-im-context-simple"]) { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox, 3", "Notes", "Rooms"])
            try await screen.press("ctrl+shift+u", "Down", "Escape")
            try await screen.type("no")
            try await screen.wait("the text in the search", window) { elements in
                elements.tiles.first == "Notes" && elements.contains { $0.role == "entry" && $0.text == "no" }
            }
            try await screen.end(window)
        }
    }

    @Test("With --once, the window closes after an app has been opened")
    func once() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--once", "--search", "rooms")
            try await screen.expect(["Rooms"], window)
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "rooms")
            #expect(try await window.result().ending == .exit(0))
        }
    }

    @Test("Letters that are typed in the grid reach the search, and the text continues there")
    func typingInGrid() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox, 3", "Notes", "Rooms"])
            try await screen.press("Down", "Right")
            try await screen.type("room")
            try await screen.wait("all four letters", window) { elements in
                elements.tiles == ["Rooms"] && elements.contains { $0.role == "entry" && $0.text == "room" }
            }
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "rooms")
            try await screen.end(window)
        }
    }

    @Test("A typed URL opens the app that owns its scheme, in whichever group that is")
    func urlOfOtherGroup() async throws {
        try makeGroup()
        let program = try TestGroup.current.makeProgram("tram", "echo \"tram $*\" >> '\(WindowGroup.trace)'")
        // It comes after the test's own group.
        try TestGroup.current.registry(of: "zzz.example.other").register(
            AppDescription(
                id: "zzz.example.tram", name: "Tram", schemes: ["tram"], launch: .graphical(program, "%u")))
        // The screen names no group: an empty variable counts as unset.
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let window = try await screen.show("--search", "tram://5")
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "tram tram://5")
            try await screen.end(window)
        }
    }

    @Test(
        "While a group cannot be read, a URL goes to the default handler, and the window stays and says what it skipped",
        arguments: [false, true])
    func urlWhileUnreadable(isOnce: Bool) async throws {
        try makeGroup()
        try WindowGroup.setDefaultHandler(of: "tram")
        let damaged: GroupID = "zzz.example.other"
        try WindowGroup.makeDamaged(damaged)
        // The screen names no group: an empty variable counts as unset.
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let window =
                isOnce
                ? try await screen.show("--once", "--search", "tram://5")
                : try await screen.show("--search", "tram://5")
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "other tram://5")
            try await screen.wait("the warning", window) { elements in
                elements.contains {
                    $0.name.hasPrefix("The group \(damaged) is skipped: ")
                        && $0.name.contains("launcher doctor --repair")
                }
            }
            try await screen.end(window)
        }
    }
}
