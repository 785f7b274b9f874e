import AppGroup
import Foundation
import TestSupport
import Testing

/// The contents of the window, as assistive technology reads them.
@Suite("Grid of the window", .ownGroup, .serialized) struct GridTests {
    /// Inbox 3, Rooms 1000, Notes, Timer hidden, Visa missing.
    private func makeGroup() throws {
        let registry = TestGroup.current.registry
        let notes = try WindowGroup.add("notes")
        try WindowGroup.add("rooms", badge: 1000)
        try WindowGroup.add("inbox", badge: 3)
        try registry.setHidden(true, of: try WindowGroup.add("timer", badge: 5))
        try WindowGroup.add("visa")
        try TestGroup.current.uninstall("visa")
        _ = notes
    }

    @Test("The tiles have the names and counts of launcher list, in its order, and the header has their sum")
    func tiles() async throws {
        try makeGroup()
        let listed = try await BuiltProgram.launcher.run("list", "--format", "tsv", "--order", "badge").lines
        try await Screen.with { screen in
            let window = try await screen.show("--order", "badge", tiles: ["Rooms, 1000", "Inbox, 3", "Notes"])
            let elements = try await screen.elements()
            #expect(elements.contains { $0.role == "label" && $0.name == "999+" })
            #expect(elements.contains { $0.name == "1003 in all" })
            let names = elements.tiles.map { $0.prefix { $0 != "," } }
            #expect(listed.filter { $0.contains("\t") }.count >= names.count)
            for (line, name) in zip(listed.suffix(3), names) { #expect(line.contains(name)) }
            try await screen.record("counts")
            try await screen.end(window)
        }
    }

    @Test("Apps of the same name are told apart by a second line, by assistive technology, and in questions about them")
    func sameName() async throws {
        try WindowGroup.add("inbox", badge: 2)
        try TestGroup.current.registry(of: "org.example.office").register(
            AppDescription(id: "org.example.inbox2", name: "Inbox", launch: .graphical("/bin/true")))
        // An empty variable counts as unset.
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let window = try await screen.show("--order", "badge", tiles: ["Inbox (family), 2", "Inbox (office)"])
            let labels = try await screen.elements().filter { $0.role == "label" }.map(\.name)
            #expect(Set(labels).isSuperset(of: ["family", "office"]), "\(labels)")
            try await screen.press("Down", "End")
            try await screen.wait("the focus", window) { $0.tile("focused") == "Inbox (office)" }
            try await screen.openMenu(window)
            try await screen.click("Remove from the Group…")
            try await screen.wait("the question", window) { elements in
                elements.contains { $0.name == "Remove Inbox (office) from the group?" }
            }
            try await screen.end(window)
        }
    }

    @Test("Every button and field has a name, and the keyboard reaches the search, the menu and the tiles")
    func accessibility() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show(tiles: nil)
            try await screen.wait("the tiles", window) { $0.tiles.count == 3 }
            let elements = try await screen.elements()
            for element in elements where ["push button", "entry", "table cell", "menu item"].contains(element.role) {
                #expect(!element.name.isEmpty && !element.name.hasPrefix("Gtk"), "\(element)")
            }
            var reached: Set<String> = []
            // On a busy machine, the focus may move while the elements are read, and is on none of them then.
            for _ in 0..<80 where !reached.isSuperset(of: ["table cell", "push button"]) {
                try await screen.press("Tab")
                reached.formUnion(try await screen.elements().filter { $0.states.contains("focused") }.map(\.role))
            }
            #expect(reached.isSuperset(of: ["table cell", "push button"]), "\(reached)")
            try await screen.end(window)
        }
    }

    @Test("A group without an app says how a tool joins, with the command alone in a text that can be copied")
    func empty() async throws {
        try await Screen.with { screen in
            let window = try await screen.show()
            let command =
                "launcher register com.example.hello --group org.example.family --name Hello --terminal -- echo hello"
            try await screen.wait("how a tool joins", window) { elements in
                elements.contains { $0.role == "label" && $0.name == command }
            }
            try await screen.record("empty")
            try await screen.end(window)
        }
    }

    @Test("Hostile names, counts and images are shown plainly or as initials")
    func hostile() async throws {
        let registry = TestGroup.current.registry
        try WindowGroup.add("markup", called: "<b>&\"_", badge: 1 << 53 - 1)
        try WindowGroup.add("emoji", called: String(repeating: "😀", count: 60))
        try WindowGroup.add("arabic", called: "صندوق الوارد", badge: 7)
        // A file that was replaced after it was registered, and one that is gone.
        let svg = try WindowGroup.add("svg", icon: .svg(ExampleImage.svg))
        let replaced = try #require(try registry.app(svg).flatMap { registry.imagePath(of: $0.record) })
        let entities = "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>"
        try entities.write(toFile: replaced, atomically: true, encoding: .utf8)
        let png = try WindowGroup.add("png", icon: .png(ExampleImage.png))
        let gone = try #require(try registry.app(png).flatMap { registry.imagePath(of: $0.record) })
        try FileManager.default.removeItem(atPath: gone)
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name")
            try await screen.wait("five tiles", window) { $0.tiles.count == 5 }
            let tiles = try await screen.tiles()
            #expect(tiles.contains("<b>&\"_, 9007199254740991") && tiles.contains("صندوق الوارد, 7"), "\(tiles)")
            try await screen.record("hostile")
            try await screen.end(window)
        }
    }

    @Test("A damaged registry is a banner that says how to repair it")
    func damaged() async throws {
        try makeGroup()
        let file = TestGroup.current.database
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: file))
        try? FileManager.default.removeItem(atPath: "\(file)-wal")
        try await Screen.with { screen in
            let window = try await screen.show()
            try await screen.wait("the banner", window) { elements in
                elements.contains { $0.name.contains("launcher doctor --repair") }
            }
            try await screen.end(window)
        }
    }

    @Test("If only the apps of a group cannot be read, a banner says why, and the window does not call the group empty")
    func unreadableApps() async throws {
        try makeGroup()
        try await WindowGroup.breakApps(of: TestGroup.current.id)
        try await Screen.with { screen in
            let window = try await screen.show()
            try await screen.wait("the banner and the page", window) { elements in
                elements.contains { $0.name.contains("no such table: field") }
                    && elements.contains { $0.name == "No App Can Be Shown" }
            }
            try await screen.end(window)
        }
    }

    @Test("If the apps of a group can no longer be read, the tiles stay, and a banner says that they may be old")
    func newlyUnreadableApps() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "badge", tiles: ["Rooms, 1000", "Inbox, 3", "Notes"])
            try await WindowGroup.breakApps(of: TestGroup.current.id)
            try await screen.wait("the banner and the tiles", window) { elements in
                elements.contains { $0.name.contains("no such table: field") }
                    && elements.tiles == ["Rooms, 1000", "Inbox, 3", "Notes"]
            }
            try await screen.end(window)
        }
    }

    @Test("The banner about several damaged registries counts them, and stays closed while other groups change")
    func closedBanner() async throws {
        let inbox = try WindowGroup.add("inbox")
        for group in ["org.example.other", "org.example.third"] as [GroupID] { try WindowGroup.makeDamaged(group) }
        // An empty variable counts as unset.
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let window = try await screen.show(tiles: ["Inbox"])
            try await screen.wait("the banner", window) { elements in
                elements.contains {
                    $0.name.hasPrefix("2 groups cannot be read. ") && $0.name.contains("launcher doctor --repair")
                }
            }
            func top() async throws -> Int {
                _ = try await screen.frames(window)
                return try #require(try await screen.elements().cell("Inbox")).box[1]
            }
            let below = try await top()
            try await screen.click("Close this message")
            let alone = try await top()
            #expect(alone < below)
            try TestGroup.current.registry.setBadge(4, of: inbox)
            try await screen.expect(["Inbox, 4"], window)
            #expect(try await top() == alone)
            try await screen.end(window)
        }
    }

    @Test("Offers follow the apps, and a failed installation is a banner with the reason")
    func offers() async throws {
        try makeGroup()
        try WindowGroup.offerMaps()
        try await Screen.with { screen in
            let window = try await screen.show("--search", "city")
            try await screen.expect([WindowGroup.offeredMaps], window)
            try await screen.record("offer")
            try await screen.press("Return")
            try await screen.wait("the reason", window) { elements in
                elements.contains { $0.role == "label" && $0.name.contains("launcher login") }
            }
            try await screen.expect([WindowGroup.offeredMaps], window)
            try await screen.end(window)
        }
    }

    @Test("Page Down moves by as many rows as are seen, and Page Up moves back")
    func pages() async throws {
        for number in 100..<300 {
            try TestGroup.current.registry.register(
                AppDescription(
                    id: try AppID("org.example.app\(number)"), name: try AppName("App \(number)"),
                    launch: .graphical("/bin/true", "%u")))
        }
        let columns = 6
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name")
            try await screen.wait("the apps", window) { $0.tiles.count > 100 }
            try await screen.press("Down")
            try await screen.wait("the first app has the focus", window) { $0.tile("focused") == "App 100" }
            try await screen.press("Page_Down")
            var name = ""
            try await screen.wait("another app has the focus", window) { elements in
                name = elements.tile("focused") ?? ""
                return !name.isEmpty && name != "App 100"
            }
            let (rows, column) = try #require(Int(name.dropFirst(4))).advanced(by: -100).quotientAndRemainder(
                dividingBy: columns)
            #expect((3...6).contains(rows) && column == 0, "\(name)")
            try await screen.press("Page_Up")
            try await screen.wait("the first app has the focus", window) { $0.tile("focused") == "App 100" }
            try await screen.end(window)
        }
    }

    @Test("The help needs no display")
    func help() async throws {
        let result = try await RunningProcess.run(
            Screen.program("launcher-window"), ["--help"], environment: TestGroup.current.environment)
        #expect(result.ending == .exit(0))
        #expect(result.output.contains("USAGE: launcher window") && result.output.contains("--resident"))
    }

    @Test("A group that does not exist is refused with status 66, even without launcher")
    func unknownGroup() async throws {
        let result = try await RunningProcess.run(
            Screen.program("launcher-window"), ["--group", "org.example.nope"],
            environment: TestGroup.current.environment)
        #expect(result.ending == .exit(66))
        #expect(result.errors.contains("There is no group org.example.nope on this machine."), "\(result.errors)")
    }

    @Test("Without a display, the status is 69, and the message names launcher home")
    func noDisplay() async throws {
        let result = try await RunningProcess.run(
            Screen.program("launcher-window"), [], environment: TestGroup.current.environment)
        #expect(result.ending == .exit(69))
        #expect(result.errors.contains("To see the same in a terminal: launcher home"), "\(result.errors)")
    }

    @Test("An image that takes forever to draw keeps no other one from being shown")
    func endlessImage() async throws {
        let endless = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f" x="0" y="0" width="1" height="1">\
            <feTurbulence baseFrequency="0.9" numOctaves="2000000000"/></filter>\
            <g filter="url(#f)"><rect width="9" height="9"/></g></svg>
            """
        try WindowGroup.add("endless", icon: .svg(Array(endless.utf8)))
        try WindowGroup.add("red", icon: .png(ExampleImage.png))
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Endless", "Red"])
            #expect(
                await comesTrue {
                    let rows = (try? await screen.pixels([0, 60, 320, 100])) ?? []
                    return rows.joined().contains([255, 0, 0])
                })
            try await screen.end(window)
        }
    }
}
