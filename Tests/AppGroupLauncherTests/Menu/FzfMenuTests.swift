import AppGroup
import Foundation
import TestSupport
import Testing

/// The real fzf, in its own terminal.
@Suite("Menus in fzf", .ownGroup) struct FzfMenuTests {
    /// Types each key once the screen shows a text, and returns everything that the screen showed.
    static let typist = """
        import fcntl, os, pty, select, struct, sys, termios, time
        steps = [line.split("\\t") for line in sys.argv[1].split("\\n")]
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execv(sys.argv[2], sys.argv[2:])
        screen, seen, end = b"", 0, time.monotonic() + 240
        while time.monotonic() < end:
            if not select.select([terminal], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            screen += data
            while steps and steps[0][0].encode() in screen[seen:]:
                seen = len(screen)
                os.write(terminal, steps.pop(0)[1].encode().decode("unicode_escape").encode())
        print(screen.decode(errors="replace"))
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if not steps else 99)
        """

    private func type(_ steps: [(seeing: String, keys: String)], _ options: String...) async throws
        -> RunningProcess.Result
    {
        let text = steps.map { "\($0.seeing)\t\($0.keys)" }.joined(separator: "\n")
        return try await RunningProcess.run(
            Python.interpreter.path,
            ["-c", Self.typist, text, BuiltProgram.launcher.path, "menu", "--with", "fzf", "--order", "name"] + options,
            environment: environment(setting: ["TERM": "xterm"]))
    }

    @Test("fzf opens the typed app in the terminal, and the app's exit status is passed on")
    func typed() async throws {
        try await MenuHome.make()
        let program = try TestGroup.current.makeProgram("tui", "test -t 0 && test -t 1 && echo in a terminal; exit 7")
        try await printed("register", "org.example.tui", "--name", "Meeting", "--terminal", "--", program)
        let result = try await type([("4/4", "meet"), ("2/2", "\\r")])
        #expect(result.ending == .exit(7), "\(result.output)\(result.errors)")
        #expect(result.output.contains("in a terminal"))
        #expect(try await openCount(of: "tui") == 1)
    }

    @Test("fzf keeps the given order of equally good matches")
    func order() async throws {
        for (name, badge) in [("aa", "1"), ("ab", "3"), ("ac", "2")] {
            try await MenuHome.install(name, "--name", name, "--badge", badge)
        }
        let result = try await type([("3/3", "a"), ("3/3", "\\r")], "--order", "badge")
        #expect(result.ending == .exit(0), "\(result.output)")
        #expect(await MenuHome.opened() == "ab")
    }

    /// The lines of the menu on a screen, the best first, once there are this many.
    private func lines(_ count: Int, on screen: TmuxScreen) async throws -> [String] {
        var lines: [String] = []
        try await screen.shows("\(count) lines") { text in
            let all = text.split(separator: "\n").drop { !$0.contains(" \(count)/\(count) ") }.dropFirst()
            lines = all.map { String($0.dropFirst(2)) }
            return lines.count == count
        }
        return lines
    }

    /// Waits until the menu shows these lines: what it shows for the beginning of a typed text may be as many.
    private func shows(_ expected: [String], on screen: TmuxScreen) async throws {
        try await screen.shows("the lines \(expected)") { text in
            let all = text.split(separator: "\n").drop { !$0.contains(" \(expected.count)/\(expected.count) ") }
            return all.dropFirst().map { String($0.dropFirst(2)) } == expected
        }
    }

    private func onScreen(_ options: String, _ body: (TmuxScreen) async throws -> Void) async throws {
        let screen = try await TmuxScreen(columns: 60, rows: 12)
        var failure: (any Error)?
        do {
            // The user's shell may handle quotes differently; this one does nothing at all.
            try await screen.type("SHELL=/bin/false \"$launcher\" menu --with fzf \(options)\n")
            try await body(screen)
        } catch {
            failure = error
        }
        await screen.end()
        if let failure { throw failure }
    }

    @Test("fzf lists exact matches before beginnings, then words, then other matches, each in the given order")
    func tiers() async throws {
        let names = ["Cannot overturn empires", "Meeting Note", "Notes archive", "Notes", "Keynote", "Note", "Tea"]
        for (number, name) in names.enumerated() {
            try await register("a\(number)", "--name", name, "--badge", "\(9 - number)")
        }
        func labels(_ places: Int...) -> [String] { places.map { "\(names[$0]) (\(9 - $0))" } }
        try await onScreen("--order badge") { screen in
            try await shows(labels(0, 1, 2, 3, 4, 5, 6), on: screen)
            try await screen.press("Down", "Down")
            try await screen.type("note")
            try await shows(labels(5, 2, 3, 1, 0, 4), on: screen)
            try await screen.shows("\n> Note (4)\n")
            try await screen.press("C-u")
            try await shows(labels(0, 1, 2, 3, 4, 5, 6), on: screen)
            try await screen.press("Escape")
        }
    }

    @Test(
        "The lines for a query begin with what launcher open would open",
        arguments: [
            ("inbox", "a.inbox"), ("archiv inbox", "b.inbox-old"), ("muller", "c.cafe1"), ("CAFE MÜ", "c.cafe1"),
            ("viet", "d.tin"), ("istanbul", "e.city"), ("مهم", "f.important"),
        ])
    func query(typed: String, id: String) async throws {
        for (id, name) in [
            ("a.inbox", "Posteingang"), ("b.inbox-old", "Inbox-Archiv"), ("c.cafe1", "Café Müller"),
            ("d.tin", "Việt Tin"), ("e.city", "İstanbul"), ("f.important", "مُهِمّ"),
        ] { try await printed("register", "org.example.\(id)", "--name", name, "--terminal", "--", "/bin/echo", id) }
        let lines = try await printed("menu", "--fzf-query", typed)
        #expect(lines.hasPrefix("org.example.family/org.example.\(id)\t"), "\(lines)")
        #expect(try await printed("open", typed, "--dry-run").contains(id))
    }

    @Test("fzf treats the typed query only as text")
    func hostileText() async throws {
        try await MenuHome.make()
        try await onScreen("--order name") { screen in
            #expect(try await lines(3, on: screen).count == 3)
            for text in ["$(touch typed)", "'; touch typed; '", "\\", "{q} {} {1}", "--help", "-g"] {
                try await screen.type(text)
                try await screen.shows("no line") { $0.contains("> \(text)") && $0.contains(" 0/0 ") }
                try await screen.press("C-u")
                #expect(try await lines(3, on: screen).count == 3)
            }
            #expect(!FileManager.default.fileExists(atPath: "\(TestGroup.current.folder)/typed"))
            try await screen.type("nobody")
            try await screen.shows(" 0/0 ")
            try await screen.press("Enter")
            try await screen.shows("No app matches “nobody”")
        }
    }

    @Test("fzf opens the match for the complete query, even if Enter is pressed at once")
    func fast() async throws {
        try await MenuHome.make()
        let result = try await type([("3/3", "note\\r")])
        #expect(result.ending == .exit(0), "\(result.output)")
        #expect(await MenuHome.opened() == "notes")
    }

    @Test("fzf finds an app that was registered while the menu is open")
    func late() async throws {
        try await MenuHome.make()
        try await onScreen("--order name") { screen in
            #expect(try await lines(3, on: screen).count == 3)
            try await MenuHome.install("late", "--name", "Late")
            try await screen.type("late")
            #expect(try await lines(1, on: screen) == ["Late"])
            try await screen.press("Enter")
            #expect(await MenuHome.opened() == "late")
        }
    }

    @Test("fzf finds actions by name, in the main menu and in an app's own menu")
    func actions() async throws {
        try await MenuHome.make()
        func labels(_ typed: String, _ options: String...) async throws -> [String] {
            try await printed(["menu", "--order", "name", "--fzf-query", typed] + options).split(separator: "\n").map {
                String($0.split(separator: "\t")[1])
            }
        }
        #expect(try await labels("write", "--actions") == ["Inbox: Write"])
        #expect(try await labels("inb new", "--actions") == ["Inbox: Newest message"])
        #expect(
            try await labels("inbox", "--actions") == ["Inbox (4)", "Inbox: Newest message", "Inbox: Write"])
        #expect(try await labels("wr", "inbox") == ["Write"])
        #expect(try await labels("") == ["Inbox (4)", "Meeting Rooms (1)", "Notes"])
    }

    @Test("fzf shows the keys, and the details of the chosen app next to the lines")
    func preview() async throws {
        try await MenuHome.make()
        try await printed("field", "set", "org.example.inbox", "newest", "Ada")
        let screen = try await TmuxScreen(columns: 100, rows: 12)
        try await screen.type("SHELL=/bin/false \"$launcher\" menu --with fzf --order name\n")
        try await screen.shows("the keys and Inbox") { text in
            ["Alt+1 shows the actions", "4 to do", "never opened", "newest Ada"].allSatisfy(text.contains)
        }
        try await screen.press("Down")
        try await screen.shows("Meeting Rooms") { $0.contains("1 to do") && !$0.contains("newest Ada") }
        try await screen.press("Escape")
        await screen.end()
    }

    @Test("The preview of an app that has just left the group is empty")
    func previewOfNothing() async throws {
        try await MenuHome.make()
        #expect(try await printed("menu", "--fzf-preview", "org.example.family/org.example.gone") == "\n")
        let text = try await printed("menu", "--fzf-preview", "org.example.family/org.example.rooms")
        #expect(text == "\u{1B}[1mMeeting Rooms\u{1B}[0m\nnever opened\n1 to do\n")
    }

    @Test("The preview of a pinned app shows its badge, too")
    func previewOfPinned() async throws {
        try await MenuHome.make()
        try await printed("pin", "org.example.rooms")
        let text = try await printed("menu", "--fzf-preview", "org.example.family/org.example.rooms")
        #expect(text.hasSuffix("\nnever opened\n1 to do\npinned\n"))
    }

    @Test("Escape leaves the actions of an app in fzf for all apps, and then fzf")
    func back() async throws {
        try await MenuHome.make()
        try await onScreen("--order name") { screen in
            #expect(try await lines(3, on: screen).count == 3)
            try await screen.press("M-1")
            try await screen.shows("the actions of Inbox") { $0.contains("Write") && $0.contains("Esc goes back") }
            try await screen.press("Escape")
            try await screen.shows("all apps") { $0.contains("Notes") && $0.contains("Esc leaves") }
            try await screen.press("Escape")
            try await screen.shows("the shell") { !$0.contains("Notes") && $0.contains("\n$") }
            #expect(!MenuHome.hasOpened)
        }
    }

    @Test("fzf opens a typed URL that no app matches")
    func url() async throws {
        try await MenuHome.make()
        let result = try await type([("3/3", "inbox:a?b"), ("0/0", "\\r")])
        #expect(result.ending == .exit(0), "\(result.output)")
        #expect(await MenuHome.opened() == "inbox inbox:a?b")
    }

    @Test("fzf shows an app's actions on Alt+1")
    func secondLevel() async throws {
        try await MenuHome.make()
        let result = try await type([("3/3", "inbox"), ("1/1", "\\x1b1"), ("Newest message", "newest"), ("1/1", "\\r")])
        #expect(result.ending == .exit(0), "\(result.output)")
        #expect(await MenuHome.opened() == "inbox inbox:newest")
    }

    @Test("Escape leaves fzf without opening anything")
    func escape() async throws {
        try await MenuHome.make()
        let result = try await type([("3/3", "\\x1b")])
        #expect(result.ending == .exit(0) && !MenuHome.hasOpened, "\(result.output)")
    }
}
