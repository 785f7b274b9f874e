import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct RegisterCommandTests {
    @Test("All registered values are listed as given")
    func allOptions() async throws {
        let icon = try TestGroup.current.makeFile("tea.png", ExampleImage.png)
        try await printed(
            "register", "org.example.tea", "--name", "Tea 茶", "--icon", icon, "--scheme", "tea", "--scheme", "Tea+2",
            "--app-version", "1.2", "--field", "cups=3", "--field", "newest=Ann = Bo", "--field",
            "brewed=2026-03-04T05:06:07Z", "--badge", "7", "--terminal", "--", "/bin/echo", "%u")
        let app = try #require(try await listedApps().first)
        #expect(app["id"] as? String == "org.example.tea")
        #expect(app["name"] as? String == "Tea 茶")
        #expect(app["schemes"] as? [String] == ["tea", "tea+2"])
        #expect(app["version"] as? String == "1.2")
        #expect(app["badge"] as? Int == 7)
        #expect(app["installed"] as? Bool == true)
        let fields = try #require(app["fields"] as? [String: Any])
        #expect(fields["cups"] as? Int == 3)
        #expect(fields["newest"] as? String == "Ann = Bo")
        #expect(fields["brewed"] as? String == "2026-03-04T05:06:07Z")
        let image = try #require(app["icon"] as? String)
        #expect(try Data(contentsOf: URL(fileURLWithPath: image)) == Data(ExampleImage.png))
    }

    @Test(
        "%u in the arguments is replaced by the URL",
        arguments: [
            (["a", "%u", "b"], "[a][tea:x][b]", "[a][b]"),
            (["--at=%u", "100%%"], "[--at=tea:x][100%]", "[100%]"),
            (["a"], "[a][tea:x]", "[a]"),
            (["%u", "%u"], "[tea:x][tea:x]", ""),
            (["%%u"], "[%u][tea:x]", "[%u]"),
            ([""], "[][tea:x]", "[]"),
        ] as [([String], String, String)])
    func placeOfURL(arguments: [String], withURL: String, without: String) async throws {
        let program = try TestGroup.current.makeProgram("tea", #"for word; do printf '[%s]' "$word"; done"#)
        try await launcher(
            ["register", "org.example.tea", "--scheme", "tea", "--terminal", "--", program] + arguments)
        #expect(try await printed("open", "tea:x") == withURL)
        #expect(try await printed("open", "org.example.tea") == without)
    }

    @Test("A program named by a relative path is registered by its absolute path", arguments: ["./", "", ".//./"])
    func relativeProgram(prefix: String) async throws {
        let program = try TestGroup.current.makeProgram("tea", "echo tea")
        let folder = TestGroup.current.folder
        let result = try await shell(
            #"cd "\#(folder)" && "$launcher" register org.example.tea --terminal -- \#(prefix)bin/tea"#)
        #expect(result.ending == .exit(0) && result.errors == "")
        #expect(try await printed("open", "tea") == "tea\n")
        #expect(try await printed("open", "--dry-run", "tea") == "\(program)\n")
    }

    @Test("An app without a name gets the last part of its identifier")
    func nameFromID() async throws {
        try await printed("register", "org.example.tea-time", "--", "/bin/true")
        #expect(try await listedApps().first?["name"] as? String == "tea-time")
    }

    @Test("--icon takes a word as a themed icon and a path as a file")
    func themedIcon() async throws {
        try await register("Tea", "--icon", "mail-unread")
        #expect(try await listedApps().first?["icon"] as? String == "mail-unread")
        try await refuses(
            "register", "org.example.tea", "--icon", "photo.JPG", "--", "/bin/true", status: 65, saying: "photo.JPG")
        try await refuses(
            "register", "org.example.tea", "--icon", "./no/such.png", "--", "/bin/true", status: 65,
            saying: "no/such.png")
    }

    @Test("Registering again removes values that are not given, but keeps badge, pins and history")
    func registeringAgain() async throws {
        try await register("Tea", "--scheme", "tea", "--icon", "cup", "--badge", "3", "--field", "a=1")
        try await printed("pin", "tea")
        try await register("Tea")
        let app = try #require(try await listedApps().first)
        #expect(app["schemes"] as? [String] == [])
        #expect(app["icon"] is NSNull)
        #expect(app["badge"] as? Int == 3)
        #expect(app["pinned"] as? Bool == true)
        #expect((app["fields"] as? [String: Any])?["a"] as? Int == 1)
    }

    @Test("A desktop entry supplies the values that are not given")
    func desktopFile() async throws {
        try TestGroup.current.makeFolder("share/applications")
        let entry = """
            [Desktop Entry]
            Type=Application
            Name=Desktop Tea
            Icon=tea-cup
            Exec=/bin/true %u
            MimeType=x-scheme-handler/desktop-tea;text/plain;

            """
        try TestGroup.current.makeFile("share/applications/tea.desktop", Array(entry.utf8))
        try await printed("register", "org.example.tea", "--desktop-file", "tea.desktop")
        let app = try #require(try await listedApps().first)
        #expect(app["name"] as? String == "Desktop Tea")
        #expect(app["icon"] as? String == "tea-cup")
        #expect(app["schemes"] as? [String] == ["desktop-tea"])
        try await printed("register", "org.example.tea", "--desktop-file", "tea.desktop", "--name", "Mine")
        #expect(try await listedApps().first?["name"] as? String == "Mine")
        let relative = entry.replacingOccurrences(of: "tea-cup", with: "cups/tea.png")
        try TestGroup.current.makeFile("share/applications/tea.desktop", Array(relative.utf8))
        try await printed("register", "org.example.tea", "--desktop-file", "tea.desktop")
        #expect(try await listedApps().first?["icon"] is NSNull)
        try await refuses(
            "register", "org.example.tea", "--desktop-file", "tea", status: 65, saying: "org.example.Rooms.desktop")
        try await refuses(
            "register", "org.example.tea", "--desktop-file", "no.desktop", status: 69, saying: "no.desktop")
    }

    @Test("register --move moves an app with badge and history; without --move it is refused")
    func move() async throws {
        try await register("Tea", "--badge", "4")
        try await printed("open", "tea")
        let again = ["register", "org.example.tea", "--group", "org.example.other"]
        try await refuses(
            "register", "org.example.tea", "--group", "org.example.other", "--", "/bin/true",
            status: 65, saying: "org.example.family", "--move")
        let moved = try await launcher(again + ["--move", "--terminal", "--", "/bin/true"])
        #expect(moved.ending == .exit(0), "\(moved.errors)")
        let app = try #require(try await listedApps("--group", "org.example.other").first)
        #expect(app["badge"] as? Int == 4)
        #expect(app["openCount"] as? Int == 1)
        #expect(try await printed("groups", "--format", "tsv").contains("org.example.family\t") == false)
    }

    @Test("An app without its program is registered with a warning")
    func missingProgram() async throws {
        let result = try await launcher("register", "org.example.tea", "--", "/no/such/tea")
        #expect(result.ending == .exit(0))
        #expect(result.errors.contains("/no/such/tea"))
        #expect(try await listedIDs() == [])
        #expect(try await listedIDs("--all") == ["tea"])
    }

    @Test("A scheme that another app has is refused, and that app is named")
    func schemeConflict() async throws {
        try await register("Tea", "--scheme", "drink")
        try await refuses(
            "register", "org.example.coffee", "--scheme", "drink", "--", "/bin/true", status: 65,
            saying: "org.example.tea")
        #expect(try await listedIDs("--all") == ["tea"])
    }

    private static let badRegistrations: [([String], String)] = [
        (["tea"], "tea"), (["org.example.te a"], "te a"), (["../evil.app"], "../evil.app"),
        (["org.example.tea", "--scheme", "no scheme"], "no scheme"),
        (["org.example.tea", "--scheme", "https"], "https"),
        (["org.example.tea", "--name", ""], "name"), (["org.example.tea", "--name", "a\nb"], "U+000A"),
        (["org.example.tea", "--badge", "-1"], "-1"), (["org.example.tea", "--badge", "9007199254740992"], "9007"),
        (["org.example.tea", "--field", "=x"], "key"), (["org.example.tea", "--app-version", "1\u{1B}"], "U+001B"),
    ]

    @Test("Invalid values are refused with the reason, and nothing is written", arguments: badRegistrations)
    func badData(arguments: [String], word: String) async throws {
        let result = try await launcher(["register"] + arguments + ["--", "/bin/true"])
        #expect(result.ending == .exit(65), "\(result.errors)")
        #expect(result.errors.contains(word))
        #expect(!FileManager.default.fileExists(atPath: TestGroup.current.container))
    }

    @Test(
        "register with too few or too many options ends with status 64",
        arguments: [
            [], ["org.example.tea"], ["org.example.tea", "--desktop-file", "tea.desktop", "--", "/bin/true"],
            ["org.example.tea", "--desktop-file", "tea.desktop", "--terminal"], ["org.example.tea", "/bin/true"],
            ["org.example.tea", "--field", "novalue", "--", "/bin/true"],
            ["org.example.tea", "--badge", "many", "--", "/bin/true"],
        ])
    func usage(arguments: [String]) async throws {
        let result = try await launcher(["register"] + arguments)
        #expect(result.ending == .exit(64), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: TestGroup.current.container))
    }

    @Test("An unregistered app disappears from the list and comes back when it registers again")
    func unregister() async throws {
        try await register("Tea", "--badge", "2")
        try await printed("unregister", "org.example.tea")
        #expect(try await listedIDs() == [])
        #expect(try await printed("badge", "total") == "0\n")
        try await refuses("open", "org.example.tea", status: 69, saying: "unregistered")
        try await register("Tea")
        #expect(try await printed("badge", "get", "org.example.tea") == "2\n")
        try await refuses("unregister", "org.example.coffee", status: 66, saying: "org.example.coffee")
    }

    @Test("In a terminal, register says once that xdg-open does not open links of a scheme with a digit")
    func numberedScheme() async throws {
        let screen = try await TmuxScreen(columns: 160)
        for turn in ["first", "second"] {
            try await screen.type(
                "clear; \"$launcher\" register org.example.tea --scheme cup --scheme tea2 -- /bin/true; echo \(turn) $?"
            )
            try await screen.press("Enter")
            try await screen.shows("\(turn) 0")
            let note = "launcher: xdg-open 1.1.3 does not open “tea2:” links, because the scheme has a digit."
            let text = try await screen.text()
            #expect(text.contains(note) == (turn == "first"), "\(text)")
        }
        await screen.end()
    }

    @Test("A program that is named by a relative path is found after the folder of the call is gone")
    func leavesFolder() async throws {
        try TestGroup.current.makeProgram("tea")
        let script = """
            mkdir passing && cd passing && "$launcher" register org.example.tea --terminal -- ../bin/tea && cd .. && rmdir passing
            """
        let result = try await shell("cd '\(TestGroup.current.folder)' && \(script)")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try await listedIDs() == ["tea"])
        #expect(try await printed("open", "--dry-run", "tea") == "\(TestGroup.current.folder)/bin/tea\n")
    }

    @Test(
        "In a folder that was deleted, a program is refused if it is named by a relative path, but not by its name alone",
        arguments: ["./tea", "bin/tea", "../bin/tea"])
    func deletedFolder(path: String) async throws {
        try TestGroup.current.makeProgram("tea")
        let folder = "'\(TestGroup.current.folder)/gone'"
        let register = "\"$launcher\" register org.example.tea --terminal --"
        let script = "mkdir \(folder) && cd \(folder) && rmdir \(folder) && \(register)"
        let refused = try await shell("\(script) \(path)")
        #expect(refused.ending == .exit(66), "\(refused.errors)")
        #expect(refused.errors.contains("the current folder no longer exists; give an absolute path"))
        #expect(try await listedIDs("--all") == [])
        #expect(try await shell("\(script) tea").ending == .exit(0))
        #expect(try await listedIDs() == ["tea"])
    }

    @Test("In a terminal, register warns of a script that is named by a relative path")
    func relativeScript() async throws {
        let screen = try await TmuxScreen(columns: 300)
        try await screen.type(
            "clear; touch brew.py; \"$launcher\" register org.example.tea -- python3 brew.py; echo done $?")
        try await screen.press("Enter")
        try await screen.shows("done 0")
        let text = try await screen.text()
        #expect(text.contains("launcher: “brew.py” is found only if the app is opened from this folder."), "\(text)")
        #expect(text.contains("/brew.py\n"), "\(text)")
        try await screen.type(
            "clear; \"$launcher\" register org.example.tea -- python3 \"$PWD/brew.py\" none.py; echo end $?")
        try await screen.press("Enter")
        try await screen.shows("end 0")
        #expect(try await !screen.text().contains("is found only"))
        await screen.end()
    }

    @Test("Actions are registered with names and icons, listed by info, and removed if not given again")
    func actions() async throws {
        try await register(
            "Tea", "--action", "brew=tea://brew?a=b", "--action", "wash-up=tea:wash", "--action-name",
            "brew=Brew = now",
            "--action-icon", "brew=cup")
        let app = try #require(try await listedApps().first)
        let actions = try #require(app["actions"] as? [[String: Any]])
        #expect(actions.map { $0["id"] as? String } == ["brew", "wash-up"])
        #expect(actions.map { $0["name"] as? String } == ["Brew = now", "Wash up"])
        #expect(actions.map { $0["icon"] as? String } == ["cup", nil])
        #expect(actions.map { $0["url"] as? String } == ["tea://brew?a=b", "tea:wash"])
        let info = try await printed("info", "tea", "--format", "tsv")
        #expect(info.contains("\naction brew\tBrew = now: tea://brew?a=b\naction wash-up\tWash up: tea:wash\n"))
        try await register("Tea")
        #expect(try #require(try await listedApps().first?["actions"] as? [Any]).isEmpty)
    }

    @Test("The first = ends a key, even if the value begins with a combining character")
    func combiningCharacters() async throws {
        try await register(
            "Tea", "--field", "newest=\u{301}x", "--action", "brew=tea:brew", "--action-name", "brew=\u{301}y")
        let app = try #require(try await listedApps().first)
        #expect((app["fields"] as? [String: Any])?["newest"] as? String == "\u{301}x")
        #expect((app["actions"] as? [[String: Any]])?.map { $0["name"] as? String } == ["\u{301}y"])
    }

    @Test(
        "Invalid actions are refused",
        arguments: [
            (["--action", "brew"], 64, "--action newest="), (["--action", "b r=tea:x"], 65, "b r"),
            (["--action", "brew=no url"], 65, "no url"), (["--action", "brew=tea:\u{1B}"], 65, "control"),
            (["--action", "a=tea:x", "--action", "a=tea:y"], 65, "two actions"),
            (["--action-name", "brew=Brew"], 64, "--action brew=URL"),
            (["--action", "a=t:x", "--action-name", "a=A", "--action-name", "a=B"], 64, "second"),
            (["--action", "a=t:x", "--action-name", "a="], 65, "empty"),
            (["--action", "a=t:x", "--action-icon", "a=../x"], 65, "is a path"),
        ])
    func badActions(options: [String], status: Int32, words: String) async throws {
        let result = try await launcher(
            ["register", "org.example.tea"] + options + ["--terminal", "--", "/bin/true"])
        #expect(result.ending == .exit(status), "\(result.errors)")
        #expect(result.errors.contains(words))
        #expect(try await listedIDs() == [])
    }
}
