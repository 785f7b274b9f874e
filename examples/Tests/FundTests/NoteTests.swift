import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("Notes of funds")
struct NoteTests {
    private let anna: Investor

    init() async throws {
        anna = try Investor()
        try await anna.succeed("new", "Equity")
    }

    @Test("A note without a title takes its first line as the title, and a second one of that title gets a number")
    func add() async throws {
        try await anna.succeed("note", "add", "Equity", input: "\n# Q3 call \n\nMargins rise.\n")
        try await anna.succeed("note", "add", "Equity", "Q3 call", input: "Other\n")
        #expect(
            Set(try await anna.succeed("note", "show", "Equity").output.split(separator: "\n")) == [
                "Q3 call", "Q3 call (2)",
            ])
        #expect(try await anna.succeed("note", "show", "Equity", "Q3 call").output == "\n# Q3 call \n\nMargins rise.\n")
        #expect(try await anna.succeed("note", "show", "Equity", "(2)").output == "Other\n")
    }

    @Test("A note has the title that it was given, and is found under it", arguments: ["#1 pick", " Q3  call\t"])
    func givenTitle(title: String) async throws {
        try await anna.succeed("note", "add", "Equity", title, input: "Text\n")
        // Another note of a title that looks like it.
        try await anna.succeed("note", "add", "Equity", title.uppercased(), input: "Other\n")
        #expect(try await anna.succeed("note", "show", "Equity", title).output == "Text\n")
        try await anna.succeed("note", "edit", "Equity", title, input: "New text\n")
        #expect(try await anna.succeed("note", "show", "Equity", title).output == "New text\n")
    }

    @Test("A title that is too long is refused, and one from a text ends with a whole character")
    func longTitle() async throws {
        let family = "👩\u{200D}👩\u{200D}👧"
        let longest = String(repeating: "Q", count: 120)
        try await anna.succeed("note", "add", "Equity", longest, input: "Text\n")
        #expect(try await anna.succeed("note", "show", "Equity", longest).output == "Text\n")
        let refused = try await anna.fund("note", "add", "Equity", "\(longest)Q", input: "Text\n")
        #expect(refused.ending == .exit(65) && refused.errors.contains("a title may have 120."), "\(refused)")
        let beginning = String(repeating: "x", count: 118)
        #expect(Note.title(of: "# \n## \(beginning)\(family)") == beginning)
        #expect(Note.fitting("\(beginning)\(family)") == beginning)
        #expect(Note.title(of: "## Fees #1\nText") == "Fees #1" && Note.title(of: "#\n") == "Untitled")
    }

    @Test("A title that gets a number or a mark loses whole characters of its end rather than be too long")
    func markedTitle() throws {
        let store = try Store(root: anna.root.path)
        let fund = try store.fund("Equity")
        let longest = String(repeating: "x", count: 120)
        let note = try store.addNote(longest, "One\n", to: fund, at: .now)
        for number in 2...3 {
            let title = try store.addNote(longest, "\(number)\n", to: fund, at: .now).title
            #expect(title == String(longest.dropLast(4)) + " (\(number))")
        }
        _ = try store.change(note, to: "Theirs\n", at: .now)
        #expect(try store.change(note, to: "Mine\n", at: .now).title == String(longest.dropLast(9)) + " (edited)")
        let beginning = String(repeating: "x", count: 114)
        #expect(Note.title("\(beginning) 👩\u{200D}👩\u{200D}👧", marked: " (2)") == "\(beginning) (2)")
    }

    @Test("A text that is empty, no UTF-8 or too long is refused with status 65, and nothing is stored")
    func refusals() async throws {
        for line in [
            "printf ' \\n\\t' |", "printf '\\377\\376' |", "printf 'a\\000b' |",
            "head -c 5000000 /dev/zero | tr '\\0' x |",
        ] {
            let result = try await anna.shell("\(line) \"$fund\" note add Equity Title")
            #expect(result.ending == .exit(65), "\(line) \(result.errors)")
        }
        #expect(try await anna.succeed("note", "show", "Equity").output.isEmpty)
    }

    @Test("A note shows control characters in a harmless form")
    func harmless() async throws {
        try await anna.succeed("note", "add", "Equity", "a", input: "x\u{1B}[31m\ty\u{202E}z\n")
        #expect(try await anna.succeed("note", "show", "Equity", "a").output == "x␛[31m\ty\\u{202E}z\n")
    }

    /// Runs a command on a terminal, with a script as the editor.
    ///
    /// - Parameter starter: A command that starts fund.
    private func onTerminal(
        _ command: String, editor: String, by starter: String = ""
    ) async throws -> RunningProcess.Result {
        let script = anna.home.appending(path: "editor \(UUID().uuidString)").path
        try ProgramFile.write("#!/bin/sh\n\(editor)\n", to: script)
        return try await anna.shell(
            "script -q -e -c '\(starter) \"$fund\" \(command)' /dev/null </dev/null",
            ["EDITOR": "'\(script)'", "VISUAL": "'\(script)'"])
    }

    @Test("On a terminal, the text comes from the user's editor")
    func editor() async throws {
        let added = try await onTerminal("note add Equity Plan", editor: "echo 'Buy low' > \"$1\"")
        #expect(added.ending == .exit(0), "\(added.output)")
        let changed = try await onTerminal("note edit Equity plan", editor: "echo 'Sell high' >> \"$1\"")
        #expect(changed.ending == .exit(0), "\(changed.output)")
        #expect(try await anna.succeed("note", "show", "Equity", "Plan").output == "Buy low\nSell high\n")
        let drafts = anna.root.appending(path: ".fund/drafts").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: drafts).isEmpty)
    }

    @Test("If the editor fails, its draft stays, and fund says where")
    func failingEditor() async throws {
        let result = try await onTerminal("note add Equity Plan", editor: "echo 'Long work' > \"$1\"; exit 1")
        #expect(result.ending == .exit(69))
        let drafts = anna.root.appending(path: ".fund/drafts")
        let names = try FileManager.default.contentsOfDirectory(atPath: drafts.path)
        #expect(names.count == 1)
        #expect(try String(contentsOf: drafts.appending(path: names[0]), encoding: .utf8) == "Long work\n")
        #expect(try await anna.succeed("note", "show", "Equity").output.isEmpty)
    }

    @Test("A draft that an earlier process of the same number has left is not replaced")
    func earlierDraft() async throws {
        let drafts = anna.root.appending(path: ".fund/drafts")
        try FileManager.default.createDirectory(at: drafts, withIntermediateDirectories: true)
        // With exec, fund has the number of the shell.
        let leaving = "echo Kept > \"\(drafts.path)/Plan $$.md\"; exec"
        let result = try await onTerminal(
            "note add Equity Plan", editor: "echo 'Long work' > \"$1\"; exit 1", by: leaving)
        #expect(result.ending == .exit(69), "\(result.output)")
        let names = try FileManager.default.contentsOfDirectory(atPath: drafts.path)
        let texts = try names.map { try String(contentsOf: drafts.appending(path: $0), encoding: .utf8) }
        #expect(texts.sorted() == ["Kept\n", "Long work\n"], "\(names)")
        #expect(names.contains { $0.hasSuffix("(1).md") && result.output.contains($0) }, "\(result.output)")
    }

    @Test("A program that ignores the ends of its children starts fund, and fund still learns that the editor failed")
    func ignoredEnds() async throws {
        let result = try await onTerminal("note add Equity Plan", editor: "exit 1", by: "env --ignore-signal=CHLD")
        #expect(result.ending == .exit(69), "\(result.output)")
    }

    @Test("If another process changes a note during an edit, both texts stay")
    func conflict() async throws {
        try await anna.succeed("note", "add", "Equity", "Plan", input: "Original\n")
        let result = try await onTerminal(
            "note edit Equity Plan", editor: "echo Theirs | \"$fund\" note edit Equity Plan && echo Mine > \"$1\"")
        #expect(result.ending == .exit(0) && result.output.contains("Plan (edited)"), "\(result.output)")
        #expect(try await anna.succeed("note", "show", "Equity", "Plan").output == "Theirs\n")
        #expect(try await anna.succeed("note", "show", "Equity", "Plan (edited)").output == "Mine\n")
    }

    @Test(
        "If a person leaves a text as it is, nothing is stored, even if another process changed or removed the note",
        arguments: [("edit", "Theirs\n"), ("rm", nil)] as [(String, String?)])
    func untouched(command: String, text: String?) async throws {
        try await anna.succeed("note", "add", "Equity", "Plan", input: "Original\n")
        let result = try await onTerminal(
            "note edit Equity Plan", editor: "echo Theirs | \"$fund\" note \(command) Equity Plan")
        #expect(result.ending == .exit(0) && result.output.contains("“Plan” is unchanged."), "\(result.output)")
        #expect(try await anna.notes["Equity"] == (text.map { ["Plan": $0] } ?? [:]))
    }

    @Test("An edit that changes nothing is not the last change of a note")
    func unchangedDate() async throws {
        try await anna.succeed("note", "add", "Equity", "Plan", input: "Original\n")
        let store = try Store(root: anna.root.path)
        try store.database.run(script: "UPDATE notes SET changed = 1000")
        try await anna.succeed("note", "edit", "Equity", "Plan", input: "Original\n")
        #expect(try store.notes(of: store.fund("Equity")).map(\.changed.seconds) == [1000])
    }

    @Test("Equal edits of two processes are no conflict")
    func equalEdits() async throws {
        try await anna.succeed("note", "add", "Equity", "Plan", input: "Original\n")
        _ = try await onTerminal(
            "note edit Equity Plan", editor: "echo New | \"$fund\" note edit Equity Plan && echo New > \"$1\"")
        #expect(try await anna.succeed("note", "show", "Equity").output == "Plan\n")
    }

    @Test("A long note is printed completely, even if the pipe to its reader has been made non-blocking")
    func nonBlockingPipe() async throws {
        let text = String(repeating: "Buy low, sell high.\n", count: 2000)
        try await anna.succeed("note", "add", "Equity", "Plan", input: text)
        let command = [Program.built("fund").path, "note", "show", "Equity", "Plan"]
        let result = try await SlowReader.run(command, environment: anna.environment)
        #expect(result.ending == .exit(0) && result.output == text, "\(result.errors)")
    }

    @Test("A removed note is a file in the trash")
    func remove() async throws {
        try await anna.succeed("note", "add", "Equity", "../Plan", input: "Buy\n")
        try await anna.succeed("note", "rm", "Equity", "plan")
        let trash = anna.home.appending(path: "data/Trash/files")
        let names = try FileManager.default.contentsOfDirectory(atPath: trash.path)
        #expect(names.count == 1)
        #expect(try String(contentsOf: trash.appending(path: names[0]), encoding: .utf8) == "Buy\n")
        #expect(try await anna.fund("note", "show", "Equity", "Plan").ending == .exit(66))
    }

    @Test("The notes of a removed fund replace none that it had before it was removed and restored")
    func removedAgain() async throws {
        let trash = anna.home.appending(path: "data/Trash/files")
        try await anna.succeed("note", "add", "Equity", "Fees", input: "first\n")
        try await anna.succeed("rm", "Equity", "--yes")
        try FileManager.default.moveItem(
            at: trash.appending(path: "Equity"), to: anna.root.appending(path: "Equity"))
        try await anna.succeed("new", "Equity")
        try await anna.succeed("note", "add", "Equity", "Fees", input: "second\n")
        try await anna.succeed("rm", "Equity", "--yes")
        let files = try FileManager.default.subpathsOfDirectory(atPath: trash.path)
        let texts = try files.filter { $0.hasSuffix(".md") }.map {
            try String(contentsOf: trash.appending(path: $0), encoding: .utf8)
        }
        #expect(texts.sorted() == ["first\n", "second\n"], "\(files)")
    }

    @Test("Twenty processes that add notes at once lose none")
    func atOnce() async throws {
        let running = try (0..<20).map { try anna.start(["note", "add", "Equity", "Same"], input: "Text \($0)\n") }
        for process in running { #expect(try await process.result().ending == .exit(0)) }
        #expect(try await anna.succeed("note", "show", "Equity").output.split(separator: "\n").count == 20)
        #expect(try await anna.records("search", "Text", "--in", "notes").count == 20)
    }
}
