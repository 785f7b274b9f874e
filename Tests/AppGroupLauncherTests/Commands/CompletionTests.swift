import AppGroup
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import AppGroupLauncher

/// What the shells are offered where the name of an app can stand.
@Suite(.ownGroup) struct CompletionTests {
    static let names = [
        "Disk space", "$(touch pwned)", "`touch pwned`", "$HOME", "~", "*", "{a,b}", #"back\slash"#, #"a "b" 'c'"#,
        "a;touch pwned", "#1", "!!", "Zwei: drei", "日本語 é 👩‍👩‍👧",
    ]

    @Test("A name is offered as it is in bash, which would else run what stands in it", arguments: names)
    func bash(name: String) async throws {
        let result = try await RunningProcess.run(
            "/bin/bash",
            ["-c", "cd \"$HOME\" && IFS=$'\\n' compgen -W \"$1\"", "bash", CompletionWord.literal(name, for: .bash)],
            environment: TestGroup.current.environment)
        #expect(result.output == "\(name)\n")
        #expect(!FileManager.default.fileExists(atPath: "\(TestGroup.current.folder)/home/pwned"))
    }

    @Test("Only what ends a word in zsh is escaped there, and nothing in fish")
    func others() {
        #expect(CompletionWord.literal(#"Zwei: a\b $c"#, for: .zsh) == #"Zwei\: a\\b $c"#)
        #expect(CompletionWord.literal(#"Zwei: a\b $c"#, for: .fish) == #"Zwei: a\b $c"#)
    }

    @Test("bash's own script completes commands, ids and names, whatever a name holds")
    func script() async throws {
        try await register("Tea")
        try await registered("coffee", name: "$(touch pwned) `touch pwned`")
        let script = try await printed("--generate-completion-script", "bash")
        let file = try TestGroup.current.makeFile("completion.bash", Array(script.utf8))
        try FileManager.default.createSymbolicLink(
            atPath: "\(TestGroup.current.folder)/bin/launcher", withDestinationPath: BuiltProgram.launcher.path)
        #expect(try await completions(["launcher", "ba"], file) == ["backup", "badge"])
        #expect(try await completions(["launcher", "badge", "get", "org.example.t"], file) == ["org.example.tea"])
        #expect(
            try await completions(["launcher", "open", ""], file) == [
                "$(touch pwned) `touch pwned`", "Tea", "org.example.coffee", "org.example.tea",
            ])
        #expect(!FileManager.default.fileExists(atPath: "\(TestGroup.current.folder)/home/pwned"))
    }

    @Test("The store's words are completed, and what may be installed from it")
    func store() async throws {
        let words = StoreWords.all.flatMap { [$0.configuration.commandName ?? ""] + $0.configuration.aliases }
        #expect(Set(words) == ExternalCommand.storeWords)
        try await register("Tea")
        let source: OfferSource = "https://tools.example.com"
        try TestGroup.current.registry.setOffers(
            [Offer(app: "org.example.rooms", name: "Rooms", version: nil, source: source)], from: source)
        let script = try await printed("--generate-completion-script", "bash")
        let file = try TestGroup.current.makeFile("completion.bash", Array(script.utf8))
        try FileManager.default.createSymbolicLink(
            atPath: "\(TestGroup.current.folder)/bin/launcher", withDestinationPath: BuiltProgram.launcher.path)
        #expect(try await completions(["launcher", "log"], file) == ["login", "logout"])
        #expect(try await completions(["launcher", "install", ""], file) == ["Rooms", "org.example.rooms"])
        #expect(try await completions(["launcher", "rollback", ""], file) == [])
    }

    private func registered(_ id: String, name: String) async throws {
        try await launcher("register", "org.example.\(id)", "--name", name, "--", "/bin/true")
    }

    /// What bash offers for the last of the words, sorted.
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
