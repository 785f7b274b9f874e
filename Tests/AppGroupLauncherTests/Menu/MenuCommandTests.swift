import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("The menu command", .ownGroup) struct MenuCommandTests {
    /// A PATH that contains only the system's programs that shell scripts need.
    private func path() throws -> String {
        let bin = "\(TestGroup.current.folder)/bin"
        for tool in ["sh", "cat", "mv", "head", "sed", "printf"]
        where !FileManager.default.fileExists(atPath: "\(bin)/\(tool)") {
            try FileManager.default.createSymbolicLink(
                atPath: "\(bin)/\(tool)", withDestinationPath: "/usr/bin/\(tool)")
        }
        return bin
    }

    func menu(
        _ options: String..., display: [String: String?] = ["DISPLAY": ":9"], more: [String: String?] = [:]
    ) async throws -> RunningProcess.Result {
        var setting = display.merging(more) { $1 }
        setting["PATH"] = try path()
        return try await launcher(["menu", "--order", "name"] + options, setting: setting)
    }

    @Test(
        "Each menu program opens the chosen app",
        arguments: [
            ("rofi", "echo 1", ["DISPLAY": ":9"]), ("fuzzel", "echo 'Meeting Rooms (1)'", ["WAYLAND_DISPLAY": "w"]),
            ("wofi", "sed -n 2p $INPUT", ["WAYLAND_DISPLAY": "w"]),
            ("tofi", "sed -n 2p $INPUT", ["WAYLAND_DISPLAY": "w"]),
            ("bemenu", "sed -n 2p $INPUT", ["DISPLAY": ":9"]), ("dmenu", "sed -n 2p $INPUT", ["DISPLAY": ":9"]),
            ("strange", "sed -n 2p $INPUT", ["LAUNCHER_MENU": "strange"]),
        ])
    func opens(program: String, answer: String, display: [String: String]) async throws {
        try await MenuHome.make()
        try MenuHome.standIn(
            program, answer.replacingOccurrences(of: "$INPUT", with: "\(TestGroup.current.folder)/input"))
        let result = try await menu(display: display.mapValues { $0 })
        #expect(result.ending == .exit(0) && result.errors == "" && result.output == "", "\(result.errors)")
        #expect(await MenuHome.opened() == "rooms")
        let labels = try MenuHome.input().split(separator: "\n").map { line in
            String(line.prefix { $0 != "\0" }).components(separatedBy: ":text:").last ?? ""
        }
        #expect(labels == ["Inbox (4)", "Meeting Rooms (1)", "Notes"])
    }

    @Test("On Wayland without X, rofi is the last choice, because most of its releases need X")
    func withoutX() async throws {
        try await MenuHome.make()
        try MenuHome.standIn("rofi", "echo 1")
        try MenuHome.standIn("bemenu", "echo Notes")
        for (display, opened) in [
            (["DISPLAY": ":9", "WAYLAND_DISPLAY": "w"], "rooms"), (["WAYLAND_DISPLAY": "w"], "notes"),
        ] {
            try? FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/opened")
            #expect(try await menu(display: display.mapValues { $0 }).ending == .exit(0))
            #expect(await MenuHome.opened() == opened)
        }
        try FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/bin/bemenu")
        try FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/opened")
        #expect(try await menu(display: ["WAYLAND_DISPLAY": "w"]).ending == .exit(0))
        #expect(await MenuHome.opened() == "rooms")
    }

    @Test("Menus show icons if the program can: names and files for rofi and fuzzel, files for wofi")
    func icons() async throws {
        try await MenuHome.make()
        let image = try TestGroup.current.makeFile("icon.png", ExampleImage.png)
        try await MenuHome.install("notes", "--name", "a: Notes", "--icon", image)
        let stored = try #require(
            try await listedApps().compactMap { $0["icon"] as? String }.first { $0.hasPrefix("/") })
        try MenuHome.standIn("rofi", "exit 1")
        _ = try await menu()
        let rows = try MenuHome.input().split(separator: "\n").map(String.init)
        #expect(rows[0] == "a: Notes\0meta\u{1F}org.example.notes\u{1F}icon\u{1F}\(stored)")
        #expect(rows[1] == "Inbox (4)\0meta\u{1F}org.example.inbox inbox\u{1F}icon\u{1F}mail-unread")
        let arguments = try MenuHome.arguments()
        #expect(arguments.firstIndex(of: "-u").map { arguments[$0 + 1] } == "1,2")
        #expect(arguments.contains("-normalize-match"))
        try MenuHome.standIn("fuzzel", "exit 2")
        _ = try await menu("--with", "fuzzel")
        #expect(try MenuHome.input().hasPrefix("a: Notes\0icon\u{1F}\(stored)\nInbox (4)\0icon\u{1F}mail-unread\n"))
        try MenuHome.standIn("wofi", "head -n 1 \(TestGroup.current.folder)/input")
        _ = try await menu("--with", "wofi")
        #expect(try MenuHome.input().hasPrefix("img:\(stored):text:a∶ Notes\nInbox (4)\n"))
        #expect(await MenuHome.opened() == "notes")
    }

    @Test("A menu shows an app's actions after Alt+1, or if the app is named on the command line")
    func secondLevel() async throws {
        try await MenuHome.make()
        // First Alt+1 on Inbox, then the second of its lines.
        try MenuHome.standIn(
            "rofi",
            "case $(head -n 1 \(TestGroup.current.folder)/input) in Inbox*) ;; esac\nif [ -e $0.1 ]; then echo 1; else : >$0.1; echo 0; exit 10; fi"
        )
        #expect(try await menu().errors == "")
        #expect(await MenuHome.opened() == "inbox inbox:newest")
        let rows = try MenuHome.input().split(separator: "\n").map { String($0.prefix { $0 != "\0" }) }
        #expect(rows == ["Inbox (4)", "Newest message", "Write"])
        #expect(try MenuHome.arguments().contains("Inbox"))
        try MenuHome.standIn("dmenu", "echo Write")
        _ = try await menu("inbox", "--with", "dmenu")
        #expect(
            await comesTrue {
                (try? String(contentsOfFile: "\(TestGroup.current.folder)/opened", encoding: .utf8))
                    == "inbox inbox:write\n"
            })
    }

    @Test("A menu lists actions below their apps with --actions")
    func actions() async throws {
        try await MenuHome.make()
        try MenuHome.standIn("dmenu", "echo 'Inbox: Write'")
        _ = try await menu("--actions")
        #expect(try MenuHome.input() == "Inbox (4)\nInbox: Newest message\nInbox: Write\nMeeting Rooms (1)\nNotes\n")
        #expect(await MenuHome.opened() == "inbox inbox:write")
    }

    @Test("A user who leaves the actions of an app sees all apps again", arguments: ["rofi", "fuzzel", "bemenu"])
    func back(program: String) async throws {
        try await MenuHome.make()
        let file = "\(TestGroup.current.folder)/calls"
        try MenuHome.standIn(
            program,
            "echo >>\(file); case $(sed -n '$=' \(file)) in 1) echo \(program == "rofi" ? "0" : "'Inbox (4)'"); exit 10;; "
                + "2) exit 1;; *) echo \(program == "rofi" ? "2" : "Notes");; esac")
        let result = try await menu("--with", program)
        #expect(result.ending == .exit(0) && result.errors == "", "\(result.errors)")
        #expect(await MenuHome.opened() == "notes")
    }

    @Test("In the grid, a long name is shortened before its badge and still found; another theme shows all of it")
    func longNames() async throws {
        try await MenuHome.install("long", "--name", "Minutes of all meetings", "--badge", "12")
        try MenuHome.standIn("rofi", "exit 1")
        _ = try await menu("--with", "rofi")
        #expect(
            try MenuHome.input().hasPrefix(
                "Minutes of … (12)\0meta\u{1F}Minutes of all meetings (12) org.example.long\u{1F}"))
        _ = try await menu("--with", "rofi", "--theme", "own")
        #expect(try MenuHome.input().hasPrefix("Minutes of all meetings (12)\0meta\u{1F}org.example.long\u{1F}"))
    }

    @Test("rofi and fuzzel show the theme's icon of a program for an app without an icon, and for its actions")
    func noIcon() async throws {
        try await MenuHome.install("bare", "--name", "Bare", "--action", "go=inbox:go")
        let icon = "\u{1F}application-x-executable"
        for (program, status, before) in [("rofi", 1, "\u{1F}icon"), ("fuzzel", 2, "\0icon")] {
            try MenuHome.standIn(program, "exit \(status)")
            _ = try await menu("--with", program, "--actions")
            let lines = try MenuHome.input().split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(before + icon) }, "\(lines)")
        }
        let script = try await launcher("menu", "--rofi-script")
        #expect(script.output.contains("icon\(icon)\u{1F}info\u{1F}"), "\(script.output)")
    }

    @Test("rofi shows a grid in the colors of the group, unless the user wants another theme")
    func theme() async throws {
        try await MenuHome.make()
        try MenuHome.standIn("rofi", "exit 1")
        func theme(_ options: [String] = [], more: [String: String?] = [:]) async throws -> String? {
            _ = try await launcher(
                ["menu", "--with", "rofi"] + options, setting: more.merging(["PATH": try path()]) { $1 })
            let arguments = try MenuHome.arguments()
            return arguments.firstIndex(of: "-theme-str").map { place in
                arguments[(place + 1)...].joined(separator: "\n")
            }
        }
        let usual = try #require(try await theme())
        #expect(usual.contains("#f5f5f7") && usual.contains("columns: 3; lines: 1;"))
        for (key, value) in [("theme", "dark"), ("accent", "#123456"), ("size", "small")] {
            try await printed("settings", "set", key, value)
        }
        let other = try #require(try await theme())
        #expect(other.contains("#1e1e20") && other.contains("#12345622") && other.contains("size: 40px"))
        #expect(try await theme(["--theme", "own"]) == nil)
        #expect(try await theme(["--", "-theme", "Arc"]) == nil)
        #expect(try await printed("menu", "--rofi-theme").contains("#123456"))
        // A value that is no color, or no theme, counts as not set.
        try await launcher("settings", "set", "accent", "red; } window { width: 1px")
        #expect(try await theme()?.contains("red;") == false)
    }

    @Test("rofi shows the group's name as prompt, and the key that is of use: to the actions of an app, and back")
    func hints() async throws {
        try await MenuHome.make()
        let folder = TestGroup.current.folder
        // Alt+1 in the first menu, and Escape in those that follow.
        try MenuHome.standIn(
            "rofi",
            """
            cd '\(folder)'
            if [ ! -e first ]; then mv arguments first; echo 0; exit 10; fi
            [ -e second ] || mv arguments second
            exit 1
            """)
        try await printed("settings", "set", "name", "My tools")
        #expect(try await menu("--with", "rofi").ending == .exit(0))
        for (file, prompt, hint) in [
            ("first", "My tools", "Alt+1: actions of the app"), ("second", "Inbox", "Esc: all apps"),
        ] {
            let arguments = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n")
            for (option, value) in [("-p", prompt), ("-mesg", hint)] {
                let place = try #require(arguments.firstIndex { $0 == option }, "\(arguments)")
                #expect(arguments[place + 1] == value)
            }
        }
    }

    @Test(
        "A menu that is closed without a choice prints nothing",
        arguments: ["echo 7", "echo -1", "echo nonsense; exit 10"])
    func leaves(answer: String) async throws {
        try await MenuHome.make()
        try MenuHome.standIn("rofi", answer)
        let result = try await menu()
        #expect(result.ending == .exit(0) && result.errors == "" && !MenuHome.hasOpened)
    }

    @Test("A menu program that fails, is missing or cannot be shown is reported")
    func failures() async throws {
        try await MenuHome.make()
        try MenuHome.standIn("rofi", "exit 77")
        let failed = try await menu()
        #expect(failed.ending == .exit(69) && failed.errors.contains("77") && failed.errors.contains("rofi"))
        try await refuses("menu", "--with", "", status: 64, saying: "--with is empty; name a program.")
        for (options, words) in [(["--with", "nothere"], ["nothere"]), (["--with", "/no/where"], ["/no/where"])] {
            let result = try await launcher(["menu"] + options, setting: ["PATH": try path()])
            #expect(result.ending == .exit(69) && words.allSatisfy(result.errors.contains), "\(result.errors)")
        }
        // rofi is there, but no display, and no terminal for fzf.
        let blind = try await menu(display: [:])
        #expect(blind.ending == .exit(69) && blind.errors.contains("--with"))
        for name in ["inbox", "rooms", "notes"] { try await printed("hide", name) }
        let empty = try await menu()
        #expect(empty.ending == .exit(66) && empty.errors.contains("list --all"))
    }

    @Test(
        "A canceled menu prints nothing, no matter what status its program ends with",
        arguments: [
            ("rofi", "exit 1"), ("fuzzel", "exit 2"), ("fuzzel", "exit 1"), ("wofi", "exit 1"), ("tofi", "exit 1"),
            ("tofi", "exit 0"), ("bemenu", "exit 1"), ("dmenu", "exit 1"), ("dmenu", "kill -INT $$"),
            ("dmenu", "echo odd >&2"), ("fzf", "exit 130"), ("fzf", "echo odd >&2; exit 1"),
        ])
    func left(program: String, answer: String) async throws {
        try await MenuHome.make()
        try MenuHome.standIn(program, answer)
        let result = try await menu("--with", program)
        #expect(result.ending == .exit(0) && !MenuHome.hasOpened)
        #expect(result.errors == (answer.contains("odd") ? "odd\n" : ""))
    }

    @Test(
        "A menu program that prints an error or ends with an unknown status is reported as failed",
        arguments: [
            ("rofi", "echo 'no display' >&2; exit 1", 1), ("dmenu", "echo odd >&2; exit 1", 1), ("dmenu", "exit 2", 2),
            ("numbers", "exec cat -n \"$@\"", 1), ("fuzzel", "echo odd >&2; exit 1", 1), ("fzf", "exit 2", 2),
            ("rofi", "kill -TERM $$", 143),
        ])
    func failed(program: String, answer: String, status: Int) async throws {
        try await MenuHome.make()
        try TestGroup.current.makeProgram(program, answer)
        let result = try await menu("--with", program)
        #expect(
            result.ending == .exit(69) && result.errors.contains("ended with status \(status)"), "\(result.errors)")
        if answer.contains("odd") { #expect(result.errors.hasPrefix("odd\n")) }
    }

    @Test("A menu reads its program's output in any order, and does not wait for background processes of the program")
    func order() async throws {
        try await MenuHome.make()
        let folder = TestGroup.current.folder
        try TestGroup.current.makeProgram(
            "chatty",
            "head -c 200000 /dev/zero >&2; head -c 50000 /dev/zero\n"
                + "while [ -d \(folder) -a ! -e \(folder)/over ]; do sleep 0.05; done >/dev/null </dev/null & exit 3")
        let menu = try RunningProcess(
            "/bin/sh", ["-c", "'\(BuiltProgram.launcher.path)' menu --with \(folder)/bin/chatty; echo $?"],
            environment: TestGroup.current.environment)
        try await menu.line("69")
        #expect(menu.errors.utf8.count > 200_000)
        try TestGroup.current.makeFile("over", [])
        #expect(try await menu.result().ending == .exit(0))
    }

    @Test("A menu program gets the options from LAUNCHER_MENU and those after --")
    func programOptions() async throws {
        try await MenuHome.make()
        try MenuHome.standIn("dmenu", "exit 1")
        _ = try await menu("--", "-l", "a b", more: ["LAUNCHER_MENU": "dmenu -fn mono"])
        #expect(try MenuHome.arguments().suffix(5) == ["-fn", "mono", "-l", "a b", ""])
    }

    @Test(
        "Every menu program accepts the prompt, even if it looks like an option",
        arguments: ["rofi", "bemenu", "dmenu", "wofi", "fuzzel", "fzf"])
    func prompt(program: String) async throws {
        try await MenuHome.install("dash", "--name=-dump-config")
        try MenuHome.standIn(program, "exit 1")
        _ = try await menu("dash", "--with", program)
        let arguments = try MenuHome.arguments()
        #expect(!arguments.contains { $0.hasPrefix("-dump") } && arguments.contains { $0.hasPrefix(" -dump-config") })
    }

    @Test("Menu lines of apps with the same name differ, and no name extends beyond its line")
    func hostileNames() async throws {
        for name in ["one", "two"] { try await MenuHome.install(name, "--name", "Same") }
        try await MenuHome.install("img", "--name", "img:/etc/passwd:text:x")
        try await MenuHome.install("dash", "--name=-dmenu <b>&")
        try MenuHome.standIn("dmenu", "sed -n 4p \(TestGroup.current.folder)/input")
        _ = try await menu()
        let lines = try MenuHome.input().split(separator: "\n")
        #expect(lines.count == 4 && Set(lines).count == 4)
        #expect(lines.filter { $0.hasPrefix("Same") } == ["Same (one)", "Same (two)"])
        #expect(await MenuHome.opened() == "two")
        try MenuHome.standIn("wofi", "exit 1")
        _ = try await menu("--with", "wofi")
        #expect(try !MenuHome.input().contains("img:"))
    }

    @Test("Apps of two groups with the same name and badge differ by their groups, even where the name is shortened")
    func distinguishesGroups() async throws {
        for (id, name) in [("notes", "Notes"), ("minutes", "Minutes of all meetings")] {
            try await MenuHome.install("\(id)-a", "--name", name, "--badge", "3")
            try await MenuHome.install("\(id)-b", "--name", name, "--badge", "3", "--group", "org.example.office")
        }
        try MenuHome.standIn("rofi", "exit 1")
        func labels() async throws -> [String] {
            _ = try await menu("--with", "rofi", more: ["APP_GROUP": nil])
            return try MenuHome.input().split(separator: "\n").map { String($0.prefix { $0 != "\0" }) }
        }
        #expect(
            try await labels() == [
                "Min… (family) (3)", "Min… (office) (3)", "Not… (family) (3)", "Not… (office) (3)",
            ])
        try await printed("settings", "set", "name", "Mine")
        #expect(
            try await labels() == [
                "Minut… (Mine) (3)", "Min… (office) (3)", "Notes (Mine) (3)", "Not… (office) (3)",
            ])
        try await printed("settings", "set", "name", "Tools of the meeting department")
        #expect(
            try await labels() == [
                "Min… (Tools…) (3)", "Min… (office) (3)", "Not… (Tools…) (3)", "Not… (office) (3)",
            ])
        // Of two names that begin alike, nothing would be left that differs.
        try await printed("settings", "set", "name", "Tools of the press office", "--group", "org.example.office")
        #expect(
            try await labels() == [
                "Min… (family) (3)", "Min… (office) (3)", "Not… (family) (3)", "Not… (office) (3)",
            ])
    }

    @Test("A menu without a terminal opens a terminal app in a window")
    func terminalWindow() async throws {
        let folder = TestGroup.current.folder
        let app = try TestGroup.current.makeProgram(
            "tui", "echo tui >\(folder)/opened.1; mv \(folder)/opened.1 \(folder)/opened")
        try await printed("register", "org.example.tui", "--terminal", "--", app, "a b")
        try MenuHome.standIn("dmenu", "echo tui")
        let none = try await menu()
        #expect(none.ending == .exit(69) && none.errors.contains("TERMINAL"))
        for (name, introduction) in [
            ("xterm", "-e"), ("gnome-terminal", "--"), ("foot", ""), ("xdg-terminal-exec", ""),
        ] {
            try? FileManager.default.removeItem(atPath: "\(folder)/opened")
            try TestGroup.current.makeProgram(
                name, "printf '%s|' \"$@\" >\(folder)/terminal\n\(introduction.isEmpty ? "" : "shift\n")exec \"$@\"")
            #expect(try await menu(more: ["TERMINAL": name]).errors == "")
            #expect(await MenuHome.opened() == "tui")
            // In the window, the launcher opens the app, because the window must stay when the app ends at once.
            let words = introduction.isEmpty ? "" : "\(introduction)|"
            let home = "/usr/bin/env|APP_GROUP_HOME=\(TestGroup.current.home)|"
            let open = "\(BuiltProgram.launcher.path)|open|--hold|auto|--in-window|--group|org.example.family|"
            let seen = try String(contentsOfFile: "\(folder)/terminal", encoding: .utf8)
            #expect(seen == words + home + open + "org.example.tui|")
        }
    }
}
