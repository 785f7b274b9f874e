import AppGroup
import AppGroupPlatform
import Foundation
import TestSupport
import Testing

/// The home screen in a real terminal.
@Suite(.ownGroup) struct HomeCommandTests {
    /// Runs a test in a terminal with the home screen of three apps.
    func home(
        columns: Int = 80, rows: Int = 24, _ body: (TmuxScreen) async throws -> Void
    ) async throws {
        try await register("Tea", "--badge", "3")
        try await register("Coffee")
        try await launcher("register", "org.example.say", "--name", "Say it", "--terminal", "--", "/bin/echo", "said")
        let screen = try await TmuxScreen(columns: columns, rows: rows)
        do {
            // Keys that are typed before the prompt would be echoed above it.
            try await screen.shows("the shell") { $0.hasPrefix("$") }
            try await screen.type("stty -g >before; \"$launcher\" home\n")
            try await screen.shows("Enter opens")
            try await body(screen)
        } catch {
            await screen.end()
            throw error
        }
        await screen.end()
    }

    /// Expects that it ended with this status and restored the terminal.
    func isGivenBack(_ screen: TmuxScreen, status: String) async throws {
        try await screen.shows("the shell") { $0.hasSuffix("$") || $0.contains("\n$") }
        try await screen.type("echo \"status $?\"; stty -g >after; cmp before after && echo same\n")
        try await screen.shows("status \(status)\nsame")
        #expect(try await screen.value("#{alternate_on} #{cursor_flag} #{wrap_flag}") == "0 1 1")
    }

    @Test("The home screen shows icons, names and live badges in a grid, and Escape restores the terminal")
    func grid() async throws {
        try await home { screen in
            let lines = try await screen.text().split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0].hasPrefix("org.example.family") && lines[0].hasSuffix("3 to do"))
            #expect(lines.contains { $0.contains("Coffee") && $0.contains("Say it") && $0.contains("Tea") })
            #expect(try await screen.value("#{alternate_on} #{cursor_flag}") == "1 0")
            try await printed("badge", "set", "org.example.tea", "42")
            try await screen.shows("42 to do")
            try await register("Juice")
            try await screen.shows("Juice")
            try await screen.press("Escape")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("Nothing wakes the home screen while nothing changes")
    func isIdle() async throws {
        try await register("Tea", "--badge", "3")
        let screen = try await TmuxScreen()
        try await screen.type("exec \"$launcher\" home\n")
        try await screen.shows("3 to do")
        let process = try #require(Int32(try await screen.value("#{pane_pid}")))
        #expect(try await Wakeups.end(of: process))
        try await printed("badge", "set", "org.example.tea", "42")
        try await screen.shows("42 to do")
        await screen.end()
    }

    @Test("Tab and a right click list the actions of an app: pin, hide, info and uninstall, which asks first")
    func actions() async throws {
        try await home { screen in
            try await screen.press("Right", "Tab")
            try await screen.shows("the actions of Coffee") { $0.contains("╭─ Coffee ─") && $0.contains("Pin") }
            try await screen.press("p", "Enter")
            try await screen.shows("Pinned Coffee")
            #expect(try await listedIDs().first == "coffee")
            let tile = try await screen.place(of: "Say it")
            try await screen.click(2, column: tile.column, row: tile.row)
            try await screen.shows("╭─ Say it ─")
            try await screen.press("i", "Enter")
            try await screen.shows("what is known") { $0.contains("/bin/echo said") }
            try await screen.press("Escape")
            // An Escape that other bytes follow at once would be part of them.
            try await screen.shows("no list") { !$0.contains("╭─ Say it ─") }
            try await screen.click(2, column: tile.column, row: tile.row)
            let hide = try await screen.place(of: "Hide")
            try await screen.click(column: hide.column, row: hide.row)
            try await screen.shows("Hid Say it")
            #expect(try await listedIDs() == ["coffee", "tea"])
            try await screen.type("tea")
            try await screen.shows("Search: tea")
            try await screen.press("Tab", "r", "Enter")
            try await screen.shows("Remove Tea from the group?")
            try await screen.press("Enter", "Tab", "r", "Enter")
            #expect(try await listedIDs() == ["coffee", "tea"])
            try await screen.shows("Remove Tea from the group?")
            try await screen.press("Down", "Enter")
            try await screen.shows("Removed Tea from the group")
            #expect(try await listedIDs() == ["coffee"])
            try await screen.press("C-c")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("A click opens an app, and the app's actions are opened with their URLs")
    func click() async throws {
        try await MenuHome.make()
        try await home { screen in
            let notes = try await screen.place(of: "Notes")
            try await screen.click(column: notes.column, row: notes.row)
            try await screen.shows("Opened Notes")
            #expect(await MenuHome.opened() == "notes")
            try await screen.type("inbox")
            try await screen.shows("Search: inbox")
            try await screen.press("Tab")
            let action = try await screen.place(of: "Newest message")
            try await screen.click(column: action.column, row: action.row)
            try await screen.shows("all apps") { $0.contains("Type to search") && $0.contains("Opened") }
            #expect(await comesTrue { (try? MenuHome.record()) == "inbox inbox:newest" })
            try await screen.press("C-c")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("A typed URL plus Enter opens it, and a URL that nothing opens is reported")
    func url() async throws {
        try await MenuHome.make()
        try await home { screen in
            try await screen.type("nothing:x")
            try await screen.shows("Enter opens nothing:x")
            try await screen.press("Enter")
            try await screen.shows("No program here opens “nothing:” URLs")
            try await screen.press("Escape")
            try await screen.shows("Type to search")
            try await screen.type("inbox:a/b?c")
            try await screen.shows("Enter opens inbox:a/b?c")
            try await screen.press("Enter")
            try await screen.shows("Opened inbox:a/b?c")
            #expect(await MenuHome.opened() == "inbox inbox:a/b?c")
            try await screen.press("C-c")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("A typed URL that apps of two groups could open is opened with the one that the user chooses")
    func urlOfSeveralGroups() async throws {
        for (id, group) in [("tea", "org.example.hot"), ("beer", "org.example.cold")] {
            try await printed(
                "register", "org.example.\(id)", "--name", "\(id)", "--scheme", "drink", "--group", group, "--terminal",
                "--",
                "/bin/echo", "opened \(id):")
        }
        let screen = try await TmuxScreen()
        try await screen.type("env -u APP_GROUP \"$launcher\" home\n")
        try await screen.shows("Enter opens")
        try await screen.type("drink:x")
        try await screen.shows("Enter opens drink:x")
        try await screen.press("Enter")
        try await screen.shows("both apps") {
            $0.contains("beer (org.example.cold)") && $0.contains("tea (org.example.hot)")
        }
        try await screen.press("t", "Enter")
        try await screen.shows("opened tea: drink:x")
        await screen.end()
    }

    @Test("The group's name is the heading, and the total is written as the user's language does it")
    func heading() async throws {
        try await register("Tea", "--badge", "1234567")
        try await printed("settings", "set", "name", "Ada’s tools")
        let folder = TestGroup.current.folder
        let made = try await RunningProcess.run(
            "/usr/bin/localedef", ["-i", "de_DE", "-f", "UTF-8", "\(folder)/de_DE.UTF-8"])
        #expect(made.ending == .exit(0), "\(made.errors)")
        let screen = try await TmuxScreen()
        try await screen.type("LOCPATH='\(folder)' LC_ALL=de_DE.UTF-8 \"$launcher\" home\n")
        try await screen.shows("the heading") { $0.hasPrefix("Ada’s tools") && $0.contains(" 1.234.567 to do\n") }
        try await printed("settings", "set", "name", "Tools")
        try await screen.shows("the new name") { $0.hasPrefix("Tools ") }
        await screen.end()
    }

    @Test("The last line says which group an app is of, if another app has its name")
    func sameNames() async throws {
        try await register("Tea", "--badge", "3")
        try await printed(
            "register", "org.example.green-tea", "--name", "Tea", "--group", "org.example.office", "--terminal", "--",
            "/bin/true")
        let screen = try await TmuxScreen()
        try await screen.type("env -u APP_GROUP \"$launcher\" home\n")
        try await screen.shows("Tea (family) · never opened")
        try await screen.press("Right")
        try await screen.shows("Tea (office) · never opened")
        await screen.end()
    }

    @Test("Headings in separate rows divide the apps: those that need you, those likely next, and all others")
    func headings() async throws {
        for name in ["One", "Two", "Three", "Four"] { try await register(name) }
        try await printed("open", "org.example.two")
        try await home { screen in
            try await screen.shows("three sections") { text in
                let lines = text.split(separator: "\n").map(String.init)
                let places = ["Needs you", "Likely next", "All apps"].map { title in
                    lines.firstIndex(of: title)
                }
                guard let first = places[0], let second = places[1], let third = places[2] else { return false }
                return lines[first..<second].contains { $0.contains("Tea") }
                    && lines[second..<third].contains { $0.contains("Two") }
                    && lines[third...].contains { $0.contains("Four") }
                    && text.components(separatedBy: "Tea").count == 3
            }
            try await screen.press("Escape")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("A list over the home screen fits into a very small window, and a resize brings the rest back")
    func smallWindow() async throws {
        try await home { screen in
            try await screen.press("?")
            try await screen.shows("Ctrl-hjkl")
            for (columns, rows) in [(12, 3), (2, 1), (30, 4), (80, 24)] {
                try await screen.resize(columns: columns, rows: rows)
                try await screen.press("Down", "Down")
            }
            try await screen.shows("the keys") { $0.contains("╭─ Keys ─") && $0.contains("Tab, right click") }
            try await screen.press("Escape")
            try await screen.shows("Tea")
            try await screen.press("Escape")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("If its group can no longer be read, the home screen keeps the apps, and says so even after a key")
    func damaged() async throws {
        try await home { screen in
            try damageRegistry(of: "org.example.family")
            try await screen.shows("nothing new in it is shown")
            try await screen.shows("the apps") { $0.contains("3 to do") && $0.contains("Coffee") }
            try await screen.press("Right")
            try await screen.shows("the message in the last line") {
                $0.split(separator: "\n").last?.hasPrefix("The group org.example.family cannot be read") == true
            }
            try await screen.press("C-c")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("The home screen says which group could not be read when it started, even if it begins with a search")
    func damagedBefore() async throws {
        try await register("Tea")
        try await register("Beer", group: "org.example.cold")
        try damageRegistry(of: "org.example.cold")
        let screen = try await TmuxScreen()
        try await screen.type("env -u APP_GROUP \"$launcher\" home --search te\n")
        try await screen.shows("the screen") {
            $0.contains("Search: te") && $0.contains("The group org.example.cold cannot be read")
        }
        await screen.end()
    }

    @Test("If a group cannot be read when a URL is opened, the home screen's own message says so")
    func urlWhileDamaged() async throws {
        try await printed("register", "org.example.tea", "--name", "Tea", "--scheme", "tea", "--", "/bin/true", "%u")
        try await register("Beer", group: "org.example.cold")
        try damageRegistry(of: "org.example.cold")
        let screen = try await TmuxScreen()
        try await screen.type("env -u APP_GROUP \"$launcher\" home\n")
        try await screen.shows("The group org.example.cold cannot be read")
        try await screen.type("tea:x")
        try await screen.shows("Enter opens tea:x")
        try await screen.press("Enter")
        try await screen.shows("The group org.example.cold is skipped")
        let text = try await screen.text()
        #expect(!text.contains("launcher: The group"), "\(text)")
        await screen.end()
    }

    @Test("The home screen shows why an app cannot be opened, and stays")
    func cannotOpen() async throws {
        // The program exists, so the app is shown, but its interpreter does not.
        let program = "\(TestGroup.current.folder)/bin/broken"
        try ProgramFile.write("#!/no/such/interpreter\n", to: program)
        try await launcher("register", "org.example.broken", "--name", "Broken", "--terminal", "--", program)
        try await home { screen in
            try await screen.type("broken")
            try await screen.shows("Search: broken")
            try await screen.press("Enter")
            try await screen.shows("the sentence, in however many lines") {
                $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                    "could not be started: No such file")
            }
            try await screen.press("C-c")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("The home screen adapts to the size of the terminal, down to a list in 20 columns")
    func resize() async throws {
        try await home { screen in
            try await screen.resize(columns: 20, rows: 10)
            try await screen.shows("a list") { $0.contains("> Tea            3") && $0.contains("\n  Coffee") }
            try await screen.resize(columns: 100, rows: 30)
            try await screen.shows("a grid") { !$0.contains("> Tea") && $0.contains("Coffee") }
            try await screen.press("C-d")
            try await isGivenBack(screen, status: "0")
        }
    }

    @Test("Without a suitable terminal, home prints a message")
    func noTerminal() async throws {
        try await register("Tea")
        try await refuses("home", status: 64, saying: "needs a terminal", "launcher list")
        let result = try await RunningProcess.run(
            "/usr/bin/script", ["-qec", "\(BuiltProgram.launcher.path) home", "/dev/null"],
            environment: environment(setting: ["TERM": "dumb"]))
        #expect(result.ending == .exit(64))
        #expect(result.output.contains("TERM says") && !result.output.contains("\u{1B}"))
    }

    @Test("A terminal with kitty's graphics protocol gets the registered bytes of each image once")
    func images() async throws {
        let icon = try TestGroup.current.makeFile("icon.png", ExampleImage.png)
        for name in ["Tea", "Coffee"] { try await register(name, "--icon", icon) }
        // A key ends the program after some redrawing.
        let keys = "Enter opens\tt\nSearch: t\t\\x7f\nType to search\t\\x04"
        let result = try await RunningProcess.run(
            Python.interpreter.path, ["-c", FzfMenuTests.typist, keys, BuiltProgram.launcher.path, "home"],
            environment: environment(setting: ["TERM": "xterm-kitty"]))
        #expect(result.ending == .exit(0) && result.errors == "", "\(result.output) \(result.errors)")
        let output = result.output
        let image = Data(ExampleImage.png).base64EncodedString()
        #expect(output.components(separatedBy: image).count == 2)
        #expect(output.contains("a=t,f=100,i=1,q=2") && output.contains("a=p,i=1,q=2,C=1,c=6,r=3"))
        #expect(output.contains("\u{1B}_Ga=d,d=A,q=2"))
    }

    @Test("In kitty, the image of an app with a badge leaves the cells of its count free")
    func imageWithCount() async throws {
        let icon = "\(TestGroup.current.folder)/icon.png"
        let made = try await RunningProcess.run("/usr/bin/env", ["convert", "-size", "12x12", "xc:red", icon])
        #expect(made.ending == .exit(0), "\(made.errors)")
        try await register("Tea", "--icon", icon, "--badge", "7")
        let result = try await RunningProcess.run(
            Python.interpreter.path,
            ["-c", FzfMenuTests.typist, "Enter opens\t\\x04", BuiltProgram.launcher.path, "home"],
            environment: environment(setting: ["TERM": "xterm-kitty"]))
        #expect(result.ending == .exit(0), "\(result.output) \(result.errors)")
        let placed = result.output.matches(of: /\[(\d+);(\d+)H\x1B_Ga=p,i=1,q=2,C=1,c=(\d+),r=(\d+),x=0,y=(\d+),/)
            .map { [$0.1, $0.2, $0.3, $0.4].compactMap { Int($0) } }
        let count = try #require(result.output.matches(of: /\[(\d+);(\d+)H\x1B\[1;38;5;231;48;5;160m\x207\x20/).first)
        let (row, column) = (try #require(Int(count.1)), try #require(Int(count.2)))
        #expect(placed == [[row, column - 4, 4, 1], [row + 1, column - 4, 6, 2]], "\(result.output)")
    }

    @Test("The home screen does not wait for a large image that another program has to draw")
    func waitsForNoImage() async throws {
        let running = "\(TestGroup.current.folder)/running"
        try TestGroup.current.makeProgram("rsvg-convert", "echo $$ >'\(running)'; exec sleep 20")
        let large =
            #"<svg xmlns="http://www.w3.org/2000/svg">"# + String(repeating: "<rect/>", count: 40_000) + "</svg>"
        let file = try TestGroup.current.makeFile("large.svg", Array(large.utf8))
        try await register("Tea", "--icon", file)
        // The launcher kills the program after three seconds, which a busy machine may take to show the screen.
        for attempt in 0..<5 {
            try? FileManager.default.removeItem(atPath: running)
            let screen = try await TmuxScreen(name: "tmux\(attempt)")
            try await screen.type("COLORTERM=truecolor exec \"$launcher\" home\n")
            try await screen.shows("Enter opens")
            #expect(await comesTrue { FileManager.default.fileExists(atPath: running) })
            let number =
                (try? String(contentsOfFile: running, encoding: .utf8))?.trimmingCharacters(in: .newlines) ?? "0"
            let isDrawing = FileManager.default.fileExists(atPath: "/proc/\(number)/fd")
            await screen.end()
            if isDrawing { return }
        }
        Issue.record("The screen was never shown while the program was drawing.")
    }
}
