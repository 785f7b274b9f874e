import AppGroup
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import AppGroupLauncher

/// Completions for the name of an app.
@Suite(.ownGroup) struct CompletionTests {
    static let names = [
        "Disk space", "$(touch pwned)", "`touch pwned`", "$HOME", "~", "*", "{a,b}", #"back\slash"#, #"a "b" 'c'"#,
        "a;touch pwned", "#1", "!!", "Zwei: drei", "日本語 é 👩‍👩‍👧",
    ]

    @Test("Completions in bash are escaped so that bash does not run a name", arguments: names)
    func bash(name: String) async throws {
        let result = try await RunningProcess.run(
            "/bin/bash",
            ["-c", "cd \"$HOME\" && IFS=$'\\n' compgen -W \"$1\"", "bash", CompletionWord.literal(name, for: .bash)],
            environment: TestGroup.current.environment)
        #expect(result.output == "\(name)\n")
        #expect(!FileManager.default.fileExists(atPath: "\(TestGroup.current.folder)/home/pwned"))
    }

    @Test("Completions in zsh escape only what would end a word, and in fish nothing")
    func others() {
        #expect(CompletionWord.literal(#"Zwei: a\b $c"#, for: .zsh) == #"Zwei\: a\\b $c"#)
        #expect(CompletionWord.literal(#"Zwei: a\b $c"#, for: .fish) == #"Zwei: a\b $c"#)
    }

    @Test("The script for bash completes commands, ids and names, for any name")
    func script() async throws {
        try await register("Tea")
        try await registered("coffee", name: "$(touch pwned) `touch pwned`")
        let file = try await completionFile()
        #expect(try await completions(["launcher", "ba"], file) == ["backup", "badge"])
        #expect(try await completions(["launcher", "badge", "get", "org.example.t"], file) == ["org.example.tea"])
        #expect(
            try await completions(["launcher", "open", ""], file) == ["$(touch pwned) `touch pwned`", "Tea"])
        #expect(
            try await completions(["launcher", "rank-eval", "--order", "f"], file) == [
                "firefox", "frecency", "frequent",
            ])
        #expect(!FileManager.default.fileExists(atPath: "\(TestGroup.current.folder)/home/pwned"))
    }

    @Test("The case of the letters of an app's name does not count, and schemes, fields and settings are completed")
    func spelling() async throws {
        try await register("Tea", "--scheme", "tea", "--field", "cups=4")
        try await register("Coffee", "--scheme", "cup")
        let file = try await completionFile()
        #expect(try await completions(["launcher", "open", "te"], file) == ["tea"])
        #expect(try await completions(["launcher", "open", "T"], file) == ["Tea"])
        #expect(try await completions(["launcher", "badge", "set", "c"], file) == ["coffee"])
        #expect(try await completions(["launcher", "badge", "set", "cu"], file) == ["cup"])
        #expect(try await completions(["launcher", "pin", "ORG.example.c"], file) == ["ORG.example.coffee"])
        #expect(try await completions(["launcher", "field", "get", "tea", ""], file) == ["cups"])
        #expect(try await completions(["launcher", "settings", "get", "the"], file) == ["theme"])
    }

    @Test("A name whose accent follows its letter is completed after the letter, and after both in one")
    func accents() async throws {
        let name = "Cafe\u{301} Rouge"
        try await registered("rouge", name: name)
        try await registered("central", name: "Cafe Central")
        let file = try await completionFile()
        #expect(try await completions(["launcher", "open", "Cafe"], file) == ["Cafe Central", name])
        #expect(try await completions(["launcher", "open", name], file) == [name])
        #expect(try await completions(["launcher", "open", "caf\u{E9}"], file) == ["caf\u{E9} Rouge"])
    }

    @Test("Only what belongs to the words that were typed is completed: the group, the app, and the setting")
    func context() async throws {
        try await printed(
            "register", "org.example.disk", "--name", "Disk space", "--scheme", "disk-space", "--field", "free=4", "--",
            "/bin/true")
        try await register("Tea", "--field", "cups=4")
        try await register("Office", "--field", "rooms=1", group: "org.example.office")
        let file = try await completionFile()
        for group in [["--group", "org.example.office"], ["-g", "org.example.office"]] {
            #expect(try await completions(["launcher", "open"] + group + [""], file) == ["Office"])
            #expect(try await completions(["launcher", "field", "total"] + group + [""], file) == ["rooms"])
        }
        #expect(try await completions(["launcher", "open", "Dis"], file) == ["Disk space"])
        #expect(try await completions(["launcher", "field", "get", "tea", ""], file) == ["cups"])
        #expect(try await completions(["launcher", "field", "get", "'Disk space'", ""], file) == ["free"])
        #expect(
            try await completions(["launcher", "settings", "set", "theme", ""], file) == ["auto", "dark", "light"])
        #expect(try await completions(["launcher", "settings", "set", "home-return", "n"], file) == ["no"])
        let field = ["launcher", "field", "set", "--type", "string", "tea", ""]
        #expect(try await completions(field, file) == ["cups"])
        let setting = ["launcher", "settings", "set", "theme", "--type", "string", ""]
        #expect(try await completions(setting, file) == ["auto", "dark", "light"])
    }

    @Test("An app's actions are completed only after a “#”")
    func actions() async throws {
        try await register("Tea", "--scheme", "tea", "--action", "brew=tea:brew", "--action", "pour=tea:pour")
        let file = try await completionFile()
        #expect(try await completions(["launcher", "open", "T"], file) == ["Tea"])
        #expect(try await completions(["launcher", "open", "Tea#"], file) == ["Tea#brew", "Tea#pour"])
        #expect(try await completions(["launcher", "open", "tea#b"], file) == ["tea#brew"])
    }

    @Test("The words of a command line are understood without their quotes, and the last group counts")
    func line() {
        let line = CompletedLine(
            ["launcher", "field", "get", "-g", "a.b", "--group=c.d", #"Disk\ space"#, #""a 'b'""#, "", "x"], place: 8,
            typed: "")
        #expect(line.group == "c.d")
        #expect(line.words == ["launcher", "field", "get", "Disk space", "a 'b'"])
        let typed = CompletedLine(["launcher", "settings", "--type", "string", "k", ""], place: 5, typed: "")
        #expect(typed.words == ["launcher", "settings", "k"] && typed.group == nil)
        #expect(CompletedLine(["launcher", "open", "Di", "--group", "a.b"], place: 2, typed: "Di").group == "a.b")
        #expect(CompletedLine(["launcher", "open", "-g", "a."], place: 3, typed: "a.").group == nil)
        #expect(CompletedLine(["launcher", "open", "--group", "=", "a.b", ""], place: 5, typed: "").group == "a.b")
        #expect(CompletedLine(["launcher", "open", #""Disk s"#], place: 2, typed: #""Disk s"#).typed == "Disk s")
    }

    @Test("A word that begins like what was typed is spelled as it was typed")
    func spelled() {
        for (word, typed, spelled) in [
            ("Inbox", "in", "inbox"), ("Inbox", "", "Inbox"), ("Inbox", "INBOX", "INBOX"), ("Inbox", "inboxes", nil),
            ("Inbox", "box", nil), ("Élan", "é", "élan"), ("E\u{301}lan", "e", "e\u{301}lan"),
        ] as [(String, String, String?)] { #expect(CompletionWord.spelled(word, as: typed) == spelled) }
    }

    @Test("The catalog client's words are completed, and so are the apps it could install")
    func store() async throws {
        let words = StoreWords.all.flatMap { [$0.configuration.commandName ?? ""] + $0.configuration.aliases }
        #expect(Set(words) == ExternalCommand.storeWords)
        try await register("Tea")
        let source: OfferSource = "https://tools.example.com"
        try TestGroup.current.registry.setOffers(
            [AppOffer(app: "org.example.rooms", name: "Rooms", version: nil, source: source)], from: source)
        let file = try await completionFile()
        #expect(try await completions(["launcher", "log"], file) == ["login", "logout"])
        #expect(try await completions(["launcher", "install", ""], file) == ["Rooms"])
        #expect(try await completions(["launcher", "install", "o"], file) == ["org.example.rooms"])
        #expect(try await completions(["launcher", "rollback", ""], file) == [])
    }

    private func registered(_ id: String, name: String) async throws {
        try await launcher("register", "org.example.\(id)", "--name", name, "--", "/bin/true")
    }

    /// The script for bash, in a file. It finds the launcher in the group's folder of programs.
    private func completionFile() async throws -> String {
        let script = try await printed("--generate-completion-script", "bash")
        try FileManager.default.createSymbolicLink(
            atPath: "\(TestGroup.current.folder)/bin/launcher", withDestinationPath: BuiltProgram.launcher.path)
        return try TestGroup.current.makeFile("completion.bash", Array(script.utf8))
    }

    /// The completions of bash for the last word, sorted.
    private func completions(_ words: [String], _ script: String) async throws -> [String] {
        let result = try await RunningProcess.run(
            "/bin/bash",
            [
                "-c",
                """
                cd "$HOME"; source "$1"; shift
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
                function=$(complete -p launcher | sed 's/.*-F \\([^ ]*\\).*/\\1/')
                "$function" launcher "${@: -1}" "${@: -2:1}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash", script,
            ] + words, environment: TestGroup.current.environment)
        #expect(result.errors == "")
        return result.lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.sorted()
    }
}
