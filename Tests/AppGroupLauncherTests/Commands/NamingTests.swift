import Foundation
import TestSupport
import Testing

/// The ways to name an app in commands.
@Suite(.ownGroup) struct NamingTests {
    /// Every command that takes an app and writes no message on success.
    static let commands: [[String]] = [
        ["badge", "set", "APP", "4"], ["badge", "add", "APP", "-1"], ["badge", "get", "APP"],
        ["badge", "clear", "APP"], ["field", "set", "APP", "cups", "2"], ["field", "add", "APP", "cups", "1"],
        ["field", "get", "APP", "cups"], ["field", "clear", "APP", "cups"], ["pin", "APP"], ["unpin", "APP"],
        ["hide", "APP"], ["show", "APP"], ["info", "APP"], ["open", "APP"], ["history", "show", "APP"],
        ["history", "off", "APP"], ["history", "on", "APP"],
    ]

    private func registerTea() async throws {
        try await launcher(
            "register", "org.example.tea", "--name", "Green Leaves", "--scheme", "cup", "--terminal", "--", "/bin/true")
    }

    private func naming(_ command: [String], _ app: String) -> [String] { command.map { $0 == "APP" ? app : $0 } }

    @Test(
        "Every command that takes an app takes its id, its name, a part of its name, or its scheme",
        arguments: ["org.example.tea", "Green Leaves", "green leaves", "LEAV", "tea", "cup"])
    func words(word: String) async throws {
        try await registerTea()
        try await register("Other")
        for command in Self.commands { try await printed(naming(command, word)) }
        #expect(try await openCount(of: "tea") == 1)
        #expect(try await listedApps("--all").allSatisfy { $0["badge"] as? Int == 0 })
        #expect(try await launcher("history", "reset", word).ending == .exit(0))
        #expect(try await openCount(of: "tea") == 0)
        #expect(try await launcher("unregister", word).ending == .exit(0))
        #expect(try await listedIDs() == ["other"])
    }

    @Test("Every command that takes an app gives the same answer if several apps match, and changes none")
    func ambiguous() async throws {
        try await register("Teapot")
        try await register("Teacup")
        let before = try await printed("list", "--all", "--format", "tsv")
        var answers: Set<String> = []
        for command in Self.commands + [["history", "reset", "APP"], ["unregister", "APP"]] {
            let result = try await launcher(naming(command, "tea"))
            #expect(result.ending == .exit(65) && result.output == "", "\(command)")
            answers.insert(result.errors)
        }
        #expect(answers.count == 1)
        #expect(answers.first?.contains("org.example.teacup") == true)
        #expect(try await printed("list", "--all", "--format", "tsv") == before)
    }

    @Test("A command that changes an app does not take a part of another id for it, and suggests the app")
    func partOfID() async throws {
        try await registerTea()
        for command in [["badge", "set", "APP", "4"], ["hide", "APP"], ["unregister", "APP"]] {
            try await refuses(
                naming(command, "org.example.te"), status: 66,
                saying: ["There is no app “org.example.te”", "Did you mean “org.example.tea”?"])
        }
        #expect(try await listedIDs() == ["tea"])
        #expect(try await printed("badge", "total") == "0\n")
    }

    @Test(
        "The whole name or scheme of a hidden app is not taken for a part of the name of a shown app",
        arguments: ["Leaves", "leaves", "cup"])
    func hiddenName(word: String) async throws {
        try await register("Leaves", "--scheme", "cup")
        try await printed("register", "org.example.cupboard", "--name", "Cupboard of Leaves", "--", "/bin/true")
        try await printed("hide", "org.example.leaves")
        try await printed("badge", "set", word, "4")
        #expect(try await printed("badge", "get", "org.example.leaves") == "4\n")
        #expect(try await printed("badge", "get", "org.example.cupboard") == "0\n")
        try await printed("open", word)
        #expect(try await openCount(of: "leaves") == 1)
        try await printed("show", word)
        #expect(try await listedIDs("--order", "name") == ["cupboard", "leaves"])
    }

    @Test("The last word of an app's id names it, although the id of another app begins with that word")
    func lastSegment() async throws {
        try await printed("register", "org.example.inbox", "--name", "Posteingang", "--terminal", "--", "/bin/true")
        try await printed(
            "register", "org.example.inbox-old", "--name", "Inbox-Archiv", "--terminal", "--", "/bin/true")
        try await printed("open", "inbox")
        #expect(try await openCount(of: "inbox") == 1)
        try await printed("open", "archiv inbox")
        #expect(try await openCount(of: "inbox-old") == 1)
        for name in ["a", "b", "c"] {
            try await printed("register", "org.example.\(name)", "--name", "App-\(name)", "--", "/bin/true")
        }
        try await printed("badge", "set", "a", "3")
        #expect(try await printed("badge", "get", "org.example.a") == "3\n")
    }

    @Test("A name is found without the marks on its letters, and a hidden one is not taken for a part of another")
    func marks() async throws {
        try await printed("register", "org.example.a", "--name", "Müller", "--terminal", "--", "/bin/true")
        try await printed("open", "muller")
        #expect(try await openCount(of: "a") == 1)
        try await printed("register", "org.example.b", "--name", "Café Müller", "--terminal", "--", "/bin/true")
        try await printed("hide", "müller")
        try await printed("badge", "set", "MULLER", "4")
        #expect(try await printed("badge", "get", "org.example.a") == "4\n")
    }

    @Test("The complete name of an app that is gone selects it for changes, but opens a shown app that contains it")
    func nameOfUnregistered() async throws {
        try await register("Leaves")
        try await printed("register", "org.example.tea", "--name", "Leaves of tea", "--terminal", "--", "/bin/true")
        try await printed("unregister", "org.example.leaves")
        try await printed("badge", "set", "leaves", "4")
        #expect(try await printed("badge", "get", "org.example.tea") == "0\n")
        try await printed("open", "leaves")
        #expect(try await openCount(of: "tea") == 1)
    }

    @Test("The message for a text that could be many apps names ten of them")
    func many() async throws {
        for number in 10..<22 { try await register("Tea\(number)") }
        try await refuses(
            "badge", "set", "tea", "1", status: 65, saying: "org.example.tea10, ", "and 2 more. Be more specific")
    }

    @Test("unregister says which app it found, unless its complete id was given")
    func understood() async throws {
        try await registerTea()
        let result = try await launcher("unregister", "leaves")
        #expect(result.ending == .exit(0) && result.output == "")
        #expect(
            result.errors
                == "launcher: Unregistered Green Leaves (org.example.tea). To bring it back: "
                + "launcher prune --undo org.example.tea --group org.example.family\n")
        #expect(try await printed("prune", "--undo") == "org.example.tea\n")
        try await printed("unregister", "ORG.example.tea")
    }

    @Test("On a terminal, a command that changes an app says which one it found by a part of its name")
    func understoodPart() async throws {
        try await registerTea()
        let screen = try await TmuxScreen(columns: 160)
        try await screen.type("clear; \"$launcher\" badge set leav 7; \"$launcher\" pin 'green leaves'; echo done $?")
        try await screen.press("Enter")
        try await screen.shows("done 0")
        let text = try await screen.text()
        #expect(text.contains("launcher: “leav” is Green Leaves (org.example.tea).\n"), "\(text)")
        #expect(!text.contains("“green leaves”"), "\(text)")
        await screen.end()
    }

    @Test("Deleting the record of an app says which app was found by a part of its name")
    func understoodRecord() async throws {
        try await registerTea()
        #expect(try await printed("history", "reset", "green leaves") == "")
        #expect(
            try await launcher("history", "reset", "leav").errors
                == "launcher: Deleted the record of Green Leaves (org.example.tea).\n")
    }

    @Test(
        "The message for a mistyped app names the apps that look like it",
        arguments: [
            ("Gren Leaves", "Did you mean “Green Leaves”?"), ("lxaves", "Did you mean “Green Leaves”?"),
            ("teaa", "Did you mean “org.example.tea”?"),
            ("cpu", "Did you mean “cup”?"), ("org.example.ta", "Did you mean “org.example.tea”?"),
            ("bicycle", "There is no app “bicycle” in the group org.example.family. To list all apps: "),
        ])
    func mistyped(word: String, message: String) async throws {
        try await registerTea()
        for command in [["open", "APP"], ["badge", "set", "APP", "1"], ["info", "APP"]] {
            try await refuses(naming(command, word), status: 66, saying: [message, "launcher list --all"])
        }
    }

    @Test("The message for a mistyped group names the groups that look like it")
    func mistypedGroup() async throws {
        try await registerTea()
        for command in [
            ["list"], ["list", "--format", "json"], ["list", "--all"], ["history", "show"], ["menu", "--with", "cat"],
            ["badge", "total"], ["field", "total", "cups"], ["settings", "list"], ["settings", "get", "name"],
            ["prune"], ["prune", "--undo"], ["doctor"], ["backup", "file"], ["history", "import", "file"],
            ["integrate"], ["home"], ["window"], ["widget"], ["widget", "--format", "json"],
            ["widget", "--size", "large", "--limit", "3"],
        ] {
            try await refuses(
                command + ["--group", "org.example.famly"], status: 66,
                saying: [
                    "There is no group org.example.famly", "Did you mean “org.example.family”?", "launcher groups",
                ])
        }
        try await refuses(
            "open", "tea", "-g", "org.example.famly", status: 66, saying: "There is no app “tea”",
            "no group org.example.famly", "Did you mean “org.example.family”?")
        let unborn = try await launcher("list", setting: ["APP_GROUP": "org.example.famly"])
        #expect(unborn.ending == .exit(0))
        #expect(unborn.errors.contains("There is no group org.example.famly on this machine yet. Did you mean"))
    }

    @Test(
        "A bar or a prompt may be set up before its group exists",
        arguments: ["waybar", "i3blocks", "polybar", "tmux", "prompt"])
    func barOfComingGroup(format: String) async throws {
        let words = ["--format", format, "--group", "org.example.coming"]
        for options in [[], ["--limit", "3"]] { try await printed(["widget"] + words + options) }
    }

    @Test("What APP_GROUP names may not exist yet")
    func comingGroup() async throws {
        let setting = ["APP_GROUP": "org.example.coming"]
        #expect(try await printed("badge", "total", setting: setting) == "0\n")
        #expect(try await printed("field", "total", "cups", setting: setting) == "0\n")
        try await printed("widget", setting: setting)
        #expect(try await launcher("prune", setting: setting).ending == .exit(0))
        #expect(try await launcher("settings", "list", setting: setting).ending == .exit(0))
    }

    @Test("A setting for a mistyped group is refused, and makes no group")
    func settingOfMistypedGroup() async throws {
        try await registerTea()
        for command in [["set", "accent", "red"], ["clear", "accent"]] {
            try await refuses(
                ["settings"] + command + ["--group", "org.example.famly"], status: 66,
                saying: ["There is no group org.example.famly", "Did you mean “org.example.family”?"])
        }
        #expect(try await printed("groups", "--format", "tsv").split(separator: "\n").count == 1)
    }

    @Test("A group without an app exists, and list says that it is empty")
    func emptyGroup() async throws {
        try await printed("settings", "set", "a", "b")
        let result = try await launcher("list", "--group", "org.example.family")
        #expect(result.ending == .exit(0) && result.errors.contains("is empty. Register a first tool"))
    }

    @Test("A mistyped subcommand is refused with the one that looks like it")
    func mistypedSubcommand() async throws {
        try await refuses(
            "badge", "stt", status: 64,
            saying: "There is no command “badge stt”. Did you mean “badge set”? See launcher badge --help.")
        try await refuses("history", "sohw", "x", status: 64, saying: "Did you mean “history show”?")
        try await refuses(
            "settings", "nonsense", status: 64, saying: "settings nonsense”. See launcher settings --help.")
    }

    @Test(
        "The message for a mistyped option names only options that begin like it or are near it, and values of options",
        arguments: [
            ("prune --dry", "'--dry'. Did you mean “--dry-run”?"), ("prune --dr", "'--dr'. Did you mean “--dry-run”?"),
            ("prune --yse", "'--yse'. Did you mean “--yes”?"), ("doctor --rep", "'--rep'. Did you mean “--repair”?"),
            ("doctor --fix", "'--fix'"), ("history export --rep", "'--rep'. Did you mean “--replace”?"),
            ("widget --out x", "'--out'. Did you mean “--output”?"),
            ("widget --json", "'--json'. Did you mean “--format json”?"),
            ("list --tsv", "'--tsv'. Did you mean “--format tsv”?"), ("--hlep", "'--hlep'. Did you mean “--help”?"),
            ("--vrsion", "'--vrsion'. Did you mean “--version”?"),
            ("register x.y --filed a=b -- true", "'--filed'. Did you mean “--field”?"), ("badge --al", "'--al'"),
        ])
    func mistypedOption(line: String, message: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        try await refuses(words, status: 64, saying: ["Error: Unknown option \(message)\n"])
    }

    @Test("The message for a mistyped command also names programs in PATH that add commands")
    func externalProgram() async throws {
        try TestGroup.current.makeProgram("launcher-weather", "echo sun")
        try await refuses("wether", status: 64, saying: "Did you mean “weather”? See launcher help.")
        #expect(try await printed("weather") == "sun\n")
    }

    @Test("The name of an app in place of a command leads to launcher open")
    func appAsCommand() async throws {
        try await registerTea()
        try await refuses("leaves", status: 64, saying: "To open the app “Green Leaves”: launcher open org.example.tea")
        try await refuses("g", status: 64, saying: "There is no command “g”. See launcher help.")
        try await refuses("bicycle", status: 64, saying: "There is no command “bicycle”. See launcher help.")
    }

    @Test("A URL in place of a command leads to launcher open")
    func urlAsCommand() async throws {
        try await refuses("cup://a b", status: 64, saying: "To open the URL: launcher open 'cup://a b'")
    }

    @Test("Options before the command are refused with the call in the right order")
    func optionsFirst() async throws {
        try await refuses(
            "--group", "org.example.family", "badge", "set", "tea", "3", status: 64,
            saying: "Options go after the command: launcher badge set --group org.example.family tea 3\n")
        try await refuses("--all", "list", "x y", status: 64, saying: "command: launcher list --all 'x y'\n")
        try await refuses(
            "--order", "badge", "list", status: 64, saying: "command: launcher list --order badge\n")
        try await refuses("--nonsense", status: 64, saying: "--nonsense")
    }

    @Test("list --limit 0 prints nothing, and a single hidden app is not called several")
    func nothingListed() async throws {
        try await registerTea()
        let none = try await launcher("list", "--limit", "0")
        #expect(none.ending == .exit(0) && none.output == "" && none.errors == "")
        try await printed("hide", "tea")
        let hidden = try await launcher("list")
        #expect(
            hidden.errors
                == "launcher: The only app, Green Leaves, is hidden or not installed. To list it: "
                + "launcher list --all --group org.example.family\n")
    }
}
