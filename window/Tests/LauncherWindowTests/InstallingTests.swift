import AppGroup
import Foundation
import TestSupport
import Testing

/// Apps that a real server offers, in the window.
@Suite("Installing in the window", .ownGroup, .serialized) struct InstallingTests {
    private static let offered = WindowGroup.offeredMaps
    private static let size = 3 << 20

    /// The hundredths that the tile says have been downloaded; `nil` if it says none.
    private func percent(_ elements: [Screen.Element]) -> Int? {
        elements.cell("City maps")?.name.firstMatch(of: /Downloading (\d+) %/).flatMap { Int($0.output.1) }
    }

    /// Waits until the download is as far as that, and checks that the ring never goes back.
    private func wait(for goal: Int, _ screen: Screen, _ window: RunningProcess) async throws -> [Int] {
        var seen: [Int] = []
        try await screen.wait("\(goal) % downloaded", window) { elements in
            if let percent = percent(elements) { seen.append(percent) }
            return (seen.last ?? 0) >= goal
        }
        #expect(seen == seen.sorted())
        return seen
    }

    /// The process that installs.
    private func child(of window: RunningProcess) async throws -> Int32 {
        let found = try await RunningProcess.run("/usr/bin/pgrep", ["-P", "\(window.id)", "launcher"])
        return try #require(Int32(found.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(found.output)")
    }

    /// Whether a process has ended, even if its parent has not collected it.
    private func hasEnded(_ process: Int32) -> Bool {
        let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") Z"
        return line.contains(") Z")
    }

    private var parts: [String] {
        let folder = "\(TestGroup.current.folder)/home/.cache/app-groups/downloads"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".part") }
    }

    @Test("A killed installation is a banner and an offer again, and the next click resumes it until it is an app")
    func killed() async throws {
        let stage = try await CatalogStage()
        try await stage.publish("1.0", size: Self.size)
        try WindowGroup.add("inbox")
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", tiles: ["Inbox", Self.offered])
            #expect(try await screen.elements().contains { $0.name == "Available" && $0.role == "table cell" })
            try await screen.type("city")
            try await screen.expect([Self.offered], window)
            try stage.hold(after: Self.size * 6 / 10)
            try await screen.press("Return")
            let half = try #require(try await wait(for: 50, screen, window).last)
            try await screen.record("installing")
            kill(try await child(of: window), SIGKILL)
            try await screen.wait("the banner", window) { elements in
                elements.contains { $0.name.hasPrefix("The installation of City maps was cut off.") }
            }
            try await screen.expect([Self.offered], window)
            #expect(parts.count == 1)
            // The line is held again before a download from the beginning would be as far.
            try stage.hold(after: Self.size / 10)
            try await screen.press("Return")
            let resumed = try await wait(for: half, screen, window)
            #expect((resumed.first ?? 0) >= half - 5)
            try stage.release()
            try await screen.expect(["City maps"], window)
            #expect(parts.isEmpty)
            try await screen.press("Return")
            #expect(await WindowGroup.opened() == "maps")
            try await screen.end(window)
        }
    }

    @Test("A second click cancels a download without a complaint, and what was fetched stays")
    func canceled() async throws {
        let stage = try await CatalogStage()
        try await stage.publish("1.0", size: Self.size)
        try await Screen.with { screen in
            let window = try await screen.show("--search", "city")
            try await screen.expect([Self.offered], window)
            try stage.hold(after: Self.size / 2)
            try await screen.press("Return")
            _ = try await wait(for: 5, screen, window)
            try await screen.press("Return")
            try await screen.expect([Self.offered], window)
            #expect(parts.count == 1)
            #expect(try await !screen.elements().contains { $0.name.hasPrefix("The installation") })
            try await screen.end(window)
        }
    }

    @Test("A hidden resident window goes on installing, and says when it is shown again why that failed")
    func hidden() async throws {
        let stage = try await CatalogStage()
        try await stage.publish("1.0", size: Self.size)
        try WindowGroup.add("inbox")
        try await Screen.with { screen in
            let window = try await screen.show("--resident", "--search", "city")
            try await screen.expect([Self.offered], window)
            try stage.hold(after: Self.size / 2)
            try await screen.press("Return")
            _ = try await wait(for: 5, screen, window)
            try await screen.press("ctrl+w")
            try await screen.wait("the window is hidden", window) { $0.tiles.isEmpty }
            let child = try await child(of: window)
            #expect(!hasEnded(child))
            kill(child, SIGKILL)
            #expect(await comesTrue { hasEnded(child) })
            try await screen.call(window, "--search", "city")
            try await screen.wait("the banner", window) { elements in
                elements.contains { $0.name.hasPrefix("The installation of City maps was cut off.") }
            }
            try stage.hold(after: Self.size / 10)
            try await screen.press("Return")
            _ = try await wait(for: 5, screen, window)
            try await screen.press("ctrl+w")
            try await screen.wait("the window is hidden", window) { $0.tiles.isEmpty }
            try stage.release()
            #expect(await comesTrue { (try? TestGroup.current.registry.app(CatalogStage.id)) != nil })
            try await screen.call(window)
            try await screen.wait("the app", window) { Set($0.tiles) == ["City maps", "Inbox"] }
            try await screen.end(window)
        }
    }

    @Test("A login that has ended is a banner whose button opens a new login in a terminal")
    func login() async throws {
        let stage = try await CatalogStage()
        try await stage.publish("1.0", size: 1000)
        try await stage.endLogins()
        let terminal = try TestGroup.current.makeProgram("terminal", "echo \"$*\" >> '\(WindowGroup.trace)'")
        try await Screen.with(["TERMINAL": terminal]) { screen in
            let window = try await screen.show("--search", "city")
            try await screen.expect([Self.offered], window)
            try await screen.press("Return")
            try await screen.wait("the button", window) { elements in
                elements.contains { $0.role == "push button" && $0.name == "Log In…" }
            }
            #expect(
                try await screen.elements().contains { $0.name.contains("The login to \(stage.address) has ended.") })
            try await screen.record("login")
            try await screen.click("Log In…")
            let opened = await WindowGroup.opened()
            #expect(opened.hasSuffix("launcher login \(stage.address)"), "\(opened)")
            // The window stays if the login fails.
            #expect(opened.contains("/bin/sh -c ") && opened.contains("read -r _"), "\(opened)")
            try await stage.logIn()
            try await screen.press("Return")
            try await screen.expect(["City maps"], window)
            try await screen.end(window)
        }
    }

    @Test("The menu updates an app, and goes back to the version that it names")
    func update() async throws {
        let stage = try await CatalogStage()
        try await stage.publish("1.0", size: 1000)
        let store = Screen.program("launcher-store")
        let installed = try await RunningProcess.run(
            store, ["install", "\(CatalogStage.id)"], environment: TestGroup.current.environment)
        try #require(installed.ending == .exit(0), "\(installed.errors)")
        try await stage.publish("1.1", size: 2000)
        func version() throws -> String? {
            try TestGroup.current.registry.app(CatalogStage.id)?.version.map { "\($0)" }
        }
        try await Screen.with { screen in
            let window = try await screen.show(tiles: ["City maps, update available"])
            try await screen.press("Down")
            try await screen.wait("the focus", window) { $0.tile("focused") != nil }
            try await screen.press("shift+F10")
            try await screen.wait("the menu", window) { $0.contains { $0.name == "Update to 1.1" } }
            try await screen.click("Update to 1.1")
            try await screen.expect(["City maps"], window)
            #expect(try version() == "1.1")
            try await screen.press("shift+F10")
            try await screen.wait("the menu", window) { $0.contains { $0.name == "Go Back to 1.0" } }
            try await screen.record("menu-back")
            try await screen.click("Go Back to 1.0")
            try await screen.expect(["City maps, update available"], window)
            #expect(try version() == "1.0")
            try await screen.end(window)
        }
    }

    @Test("SIGTERM ends the window and an installation that it started, and the installation can be resumed")
    func ended() async throws {
        let stage = try await CatalogStage()
        try await stage.publish("1.0", size: Self.size)
        try await Screen.with { screen in
            let window = try await screen.show("--search", "city")
            try await screen.expect([Self.offered], window)
            try stage.hold(after: Self.size / 2)
            try await screen.press("Return")
            _ = try await wait(for: 5, screen, window)
            let child = try await child(of: window)
            try await screen.end(window)
            #expect(await comesTrue { hasEnded(child) })
            #expect(parts.count == 1)
            #expect(try TestGroup.current.registry.app(CatalogStage.id) == nil)
        }
        try stage.release()
        let resumed = try await RunningProcess.run(
            Screen.program("launcher-store"), ["install", "\(CatalogStage.id)", "--progress", "json"],
            environment: TestGroup.current.environment)
        #expect(resumed.ending == .exit(0) && !resumed.output.contains("\"done\":0,"), "\(resumed.output)")
    }
}
