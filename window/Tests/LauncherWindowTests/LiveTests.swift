import AppGroup
import Foundation
import TestSupport
import Testing

/// Changes by other processes while the window is open, and calls of other processes.
@Suite("Changes under the window", .ownGroup, .serialized) struct LiveTests {
    private func makeGroup() throws {
        for name in ["inbox", "notes", "rooms"] { try WindowGroup.add(name) }
    }

    @Test("A badge and a new app appear while the window is open, and the focus stays with its app")
    func changes() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            try await screen.press("Down", "Right")
            try await screen.wait("Notes has the focus", window) { $0.tile("focused") == "Notes" }
            _ = try await BuiltProgram.launcher.run("badge", "set", "inbox", "2")
            try await screen.expect(["Inbox, 2", "Notes", "Rooms"], window)
            try WindowGroup.add("calendar")
            try await screen.expect(["Calendar", "Inbox, 2", "Notes", "Rooms"], window)
            try await screen.wait("Notes keeps the focus", window) {
                $0.tile("focused") == "Notes" && $0.tile("selected") == "Notes"
            }
            try await screen.end(window)
        }
    }

    @Test("A program that is removed takes its tile away, and the selection goes to a neighbor")
    func removal() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            try await screen.press("Down", "Right")
            try await screen.wait("Notes has the focus", window) { $0.tile("focused") == "Notes" }
            try TestGroup.current.uninstall("notes")
            try await screen.expect(["Inbox", "Rooms"], window)
            try await screen.wait("Rooms is selected", window) { $0.tile("selected") == "Rooms" }
            try await screen.end(window)
        }
    }

    @Test("The menu of an app pins it, and it comes first")
    func menu() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            try await screen.press("Down", "Right", "Right")
            try await screen.wait("Rooms has the focus", window) { $0.tile("focused") == "Rooms" }
            try await screen.press("shift+F10")
            try await screen.wait("the menu", window) { $0.contains { $0.name == "Pin" } }
            try await screen.record("menu")
            try await screen.press("Down", "Return")
            try await screen.expect(["Rooms", "Inbox", "Notes"], window)
            try await screen.end(window)
        }
    }

    @Test("A second call brings the window to the front with its text, and ends at once")
    func secondCall() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            try await screen.call(window, "--order", "name", "--search", "roo")
            try await screen.expect(["Rooms"], window)
            try await screen.end(window)
        }
    }

    @Test("If a second call cannot be served, it says why and fails, and the window stays as it is")
    func failingCall() async throws {
        try makeGroup()
        let (groups, files) = (TestGroup.current.home, FileManager.default)
        // An empty variable counts as unset.
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            // For other groups or another order, the folder of groups is read again.
            try files.moveItem(atPath: groups, toPath: "\(groups).away")
            try Data().write(to: URL(filePath: groups))
            let call = try RunningProcess(
                Screen.program("launcher-window"), ["--order", "recent"], environment: screen.environment)
            _ = await comesTrue { !call.isRunning || !window.isRunning }
            try await screen.requireRunning(window)
            let result = try await call.result()
            #expect(result.ending == .exit(74))
            #expect(result.errors.hasPrefix("launcher: The folder of app groups \(groups) cannot be read"), "\(result)")
            #expect(!window.errors.contains("cannot be read"), "\(window.errors)")
            try files.removeItem(atPath: groups)
            try files.moveItem(atPath: "\(groups).away", toPath: groups)
            try await screen.expect(["Inbox", "Notes", "Rooms"], window)
            try await screen.end(window)
        }
    }

    @Test("The groups in another APP_GROUP_HOME have a window of their own, and a second call for them shows that one")
    func otherFolder() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", "Notes", "Rooms"])
            var environment = screen.environment
            environment.variables["APP_GROUP_HOME"] = "\(TestGroup.current.folder)/other"
            environment.variables["APP_GROUP"] = "org.example.other"
            try Registry(group: "org.example.other", environment: environment).register(
                AppDescription(id: "org.example.tram", name: "Tram", launch: .graphical("/bin/true")))
            let program = Screen.program("launcher-window")
            let other = try RunningProcess(program, [], environment: environment)
            try await screen.wait("both windows", other) { $0.tiles.sorted() == ["Inbox", "Notes", "Rooms", "Tram"] }
            let call = try await RunningProcess.run(program, ["--search", "zzz"], environment: environment)
            #expect(call.ending == .exit(0), "\(call.errors)")
            try await screen.wait("the text in the other window", other) { elements in
                elements.tiles == ["Inbox", "Notes", "Rooms"] && elements.contains { $0.name == "No App Matches" }
            }
            try await screen.end(other)
            try await screen.end(window)
        }
    }

    @Test("A resident window hides when it is closed, and the next call shows it again without its old text")
    func resident() async throws {
        try makeGroup()
        try await Screen.with { screen in
            let window = try await screen.show("--resident", "--order", "name", "--search", "roo")
            try await screen.expect(["Rooms"], window)
            try await screen.press("ctrl+w")
            try await screen.wait("the window is hidden", window) { $0.tiles.isEmpty }
            try await screen.call(window, "--resident", "--order", "name")
            try await screen.expect(["Inbox", "Notes", "Rooms"], window)
            try await screen.end(window)
        }
    }
}
