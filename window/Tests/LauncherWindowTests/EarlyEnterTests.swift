import AppGroup
import Foundation
import TestSupport
import Testing

/// What Enter does while the window still reads the groups.
@Suite("Enter before the groups are read", .ownGroup, .serialized) struct EarlyEnterTests {
    /// Makes an app that owns `tram:`, in a group that comes last, and lets another program be the desktop's default handler.
    private func makeHandlers() throws {
        let group = TestGroup.current
        let program = try group.makeProgram("tram", "echo \"tram $*\" >> '\(WindowGroup.trace)'")
        try group.registry(of: "zzz.example.other").register(
            AppDescription(
                id: "zzz.example.tram", name: "Tram", schemes: ["tram"], launch: .graphical(program, "%u")))
        try WindowGroup.setDefaultHandler(of: "tram")
    }

    /// Holds a group that is read before the others until the process is killed. Reading gives up after seconds.
    private func holdGroup(_ screen: Screen) async throws -> RunningProcess {
        let slow: GroupID = "aaa.example.slow"
        try TestGroup.current.registry(of: slow).setSetting("k", to: 1)
        let holding = """
            import sqlite3, sys, time
            registry = sqlite3.connect(sys.argv[1])
            registry.execute("PRAGMA locking_mode = EXCLUSIVE")
            registry.execute("BEGIN EXCLUSIVE")
            print("held", flush=True)
            time.sleep(3600)
            """
        let holder = try RunningProcess(
            Python.interpreter.path,
            ["-c", holding, "\(TestGroup.current.container(of: slow))/registry.sqlite"],
            environment: screen.environment)
        try await holder.line("held")
        return holder
    }

    /// Lets the window read the held group, once it has got everything that was done so far.
    private func release(_ holder: RunningProcess, _ window: RunningProcess, _ screen: Screen) async throws {
        // The window has got the keys when it answers.
        _ = try await screen.counts(window)
        holder.kill()
    }

    // The screens name no group: an empty variable counts as unset.

    @Test("A URL that is entered before the groups are read waits for them, and opens the app that owns its scheme")
    func url() async throws {
        try makeHandlers()
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let holder = try await holdGroup(screen)
            let window = try await screen.show("--search", "tram://5")
            try await screen.press("Return")
            try await release(holder, window, screen)
            #expect(await WindowGroup.opened() == "tram tram://5")
            try await screen.end(window)
        }
    }

    @Test("A text that is changed after Enter, before the groups are read, is not opened")
    func changedText() async throws {
        try makeHandlers()
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let holder = try await holdGroup(screen)
            let window = try await screen.show("--search", "tram://5")
            try await screen.press("Return")
            try await screen.type("6")
            try await release(holder, window, screen)
            // The apps are shown after something was opened.
            try await screen.wait("the groups are read", window) { elements in
                !elements.tiles.isEmpty || elements.contains { $0.name == "No App Matches" }
            }
            _ = try await screen.frames(window)
            // If reading has given up early, that is the text that was entered.
            let opened = (try? String(contentsOfFile: WindowGroup.trace, encoding: .utf8)) ?? ""
            #expect(!opened.contains("tram://56"))
            try await screen.end(window)
        }
    }

    @Test("“Show Hidden Apps” opens nothing before the groups are read")
    func hiddenApps() async throws {
        try makeHandlers()
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let holder = try await holdGroup(screen)
            let window = try await screen.show("--search", "tram://5")
            try await screen.press("Return", "F10")
            try await screen.click("Show Hidden Apps")
            try await release(holder, window, screen)
            #expect(await WindowGroup.opened() == "tram tram://5")
            try await screen.end(window)
        }
    }

    @Test("In a window that shows other groups from now on, Enter waits until they are read")
    func otherGroups() async throws {
        try makeHandlers()
        try WindowGroup.add("notes")
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let window = try await screen.show("--group", "\(TestGroup.current.id)", tiles: ["Notes"])
            let holder = try await holdGroup(screen)
            try await screen.call(window, "--search", "tram://5")
            try await screen.press("Return")
            try await release(holder, window, screen)
            #expect(await WindowGroup.opened() == "tram tram://5")
            try await screen.end(window)
        }
    }
}
