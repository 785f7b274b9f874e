import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("Funds and their folders")
struct FundFolderTests {
    @Test("A new fund has a real folder of its name")
    func new() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity 500")
        let folder = try await anna.succeed("where", "equity").output
        #expect(folder == "\(anna.root.path)/Equity 500\n")
        #expect(FileManager.default.fileExists(atPath: String(folder.dropLast())))
        #expect(try await anna.records("list").map(\.first) == ["Equity 500"])
        let again = try await anna.fund("new", "Equity 500")
        #expect(again.ending == .exit(65) && again.errors.contains("already"))
    }

    @Test("A folder that exists already becomes a fund with the files that are in it")
    func adopt() async throws {
        let anna = try Investor()
        try anna.write("numbers", to: "data/fund/Old/2025/report.txt")
        try await anna.succeed("new", "Old")
        #expect(try await anna.records("search", "numbers").first?[2] == "Old/2025/report.txt")
    }

    @Test(
        "A name that no folder can have is refused with status 65",
        arguments: [
            "", " ", "a/b", ".hidden", "..", " Equity", "a\u{1B}[31mb", "a\u{202E}b",
            String(repeating: "x", count: 201),
        ])
    func names(name: String) async throws {
        let anna = try Investor()
        let result = try await anna.fund("new", "--", name)
        #expect(result.ending == .exit(65), "\(result.errors)")
        #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\u{202E}"))
        #expect(try await anna.records("list").isEmpty)
    }

    @Test("A name may hold any other character", arguments: ["A]b", "50% *?\"'$`\\", "日本 株", "-x", "Фонд", "e\u{301}"])
    func unusualNames(name: String) async throws {
        let anna = try Investor()
        try await anna.succeed("new", "--", name)
        try anna.write("hello", to: "data/fund/\(name)/a.txt")
        try await anna.succeed("scan")
        #expect(try await anna.records("search", "hello").first?[2] == "\(name)/a.txt")
        #expect(try await anna.records("show", "--", name).map { $0[1] } == ["a.txt"])
        try await anna.succeed("rm", "--yes", "--", name)
        #expect(try await anna.records("list").isEmpty)
    }

    @Test("A fund is found by a part of its name, whatever the case, and an ambiguous part is refused with status 66")
    func selecting() async throws {
        let anna = try Investor()
        for name in ["Equity 500", "Equity Europe", "Фонд роста"] { try await anna.succeed("new", name) }
        #expect(try await anna.succeed("where", "europe").output.hasSuffix("/Equity Europe\n"))
        #expect(try await anna.succeed("where", "ФОНД РОСТА").output.hasSuffix("/Фонд роста\n"))
        let ambiguous = try await anna.fund("show", "equity")
        #expect(ambiguous.ending == .exit(66) && ambiguous.errors.contains("“Equity 500”, “Equity Europe”"))
        let missing = try await anna.fund("show", "bonds")
        #expect(missing.ending == .exit(66) && missing.errors.contains("fund list"))
    }

    @Test("A name that differs from another fund's only in case is refused with status 65, except for the fund itself")
    func alikeNames() async throws {
        let anna = try Investor()
        for name in ["Equity 500", "Bonds"] { try await anna.succeed("new", name) }
        for command in [["new", "equity 500"], ["rename", "Bonds", "EQUITY 500"]] {
            let result = try await anna.start(command).result()
            #expect(result.ending == .exit(65) && result.errors.contains("“Equity 500”"), "\(result.errors)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: anna.root.path).sorted().suffix(2) == [
                "Bonds", "Equity 500",
            ])
        // To some file systems, this is the name of the same folder.
        try await anna.succeed("rename", "Equity 500", "equity 500")
        #expect(try await anna.records("list").map { $0[0] } == ["Bonds", "equity 500"])
    }

    @Test("The name of another fund in other Unicode characters is refused, and leaves no folder behind")
    func composedName() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Caf\u{E9}")
        let result = try await anna.fund("new", "Cafe\u{301}")
        #expect(result.ending == .exit(65) && result.errors.contains("There is a fund"), "\(result)")
        let names = try FileManager.default.contentsOfDirectory(atPath: anna.root.path).map { Array($0.utf8) }
        #expect(names.filter { $0.first != UInt8(ascii: ".") } == [Array("Caf\u{E9}".utf8)])
    }

    #if os(Linux)
    @Test("A fund can't get the name of a link to its folder, even if that differs only in case")
    func renamedToLink() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Fees")
        let link = anna.root.appending(path: "fees").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Fees")
        let result = try await anna.fund("rename", "Fees", "fees")
        #expect(result.ending == .exit(65) && result.errors.contains("exists already: move it away"), "\(result)")
        try FileManager.default.removeItem(atPath: link)
        try await anna.succeed("rename", "Fees", "fees")
    }
    #endif

    @Test("Renaming moves the folder, keeps notes and files, and never replaces another folder")
    func rename() async throws {
        let anna = try Investor()
        for name in ["Old", "Taken"] { try await anna.succeed("new", name) }
        try await anna.succeed("note", "add", "Old", "Plan", input: "Buy\n")
        try anna.write("numbers", to: "data/fund/Old/a.txt")
        try await anna.succeed("scan")
        #expect(try await anna.fund("rename", "Old", "Taken").ending == .exit(65))
        try anna.write("", to: "data/fund/Unknown/keep")
        #expect(try await anna.fund("rename", "Old", "Unknown").ending == .exit(65))
        try await anna.succeed("rename", "Old", "New")
        #expect(try await anna.succeed("note", "show", "New", "Plan").output == "Buy\n")
        #expect(try await anna.records("search", "numbers").first?[2] == "New/a.txt")
        #expect(!FileManager.default.fileExists(atPath: anna.root.appending(path: "Old").path))
    }

    @Test(
        "A renaming that was killed before or after the folder moved is finished by the next command",
        arguments: [false, true])
    func killedRename(hasMoved: Bool) async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Old")
        do {
            let database = try Database(path: "\(Store.folder(in: anna.root.path))/store.sqlite")
            try database.run("UPDATE funds SET renaming_to = 'New'")
        }
        if hasMoved {
            try FileManager.default.moveItem(at: anna.root.appending(path: "Old"), to: anna.root.appending(path: "New"))
        }
        #expect(try await anna.records("list").map { $0[0] } == ["New"])
        #expect(FileManager.default.fileExists(atPath: anna.root.appending(path: "New").path))
    }

    @Test(
        "A removed fund is in the trash with its files and its notes, even if a file has the name of the notes' folder",
        arguments: [nil, "Notes"])
    func remove(file: String?) async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity 500")
        try anna.write("numbers", to: "data/fund/Equity 500/a.txt")
        try await anna.succeed("note", "add", "Equity", "Plan/B", input: "Buy\n")
        if let file { try anna.write("other notes", to: "data/fund/Equity 500/\(file)") }
        let unasked = try await anna.fund("rm", "Equity 500")
        #expect(unasked.ending == .exit(77))
        #expect(unasked.errors.contains("You can't be asked here; to do it anyway, add --yes."))
        try await anna.succeed("rm", "Equity 500", "--yes")
        #expect(try await anna.records("list").isEmpty)
        let trash = anna.home.appending(path: "data/Trash/files/Equity 500")
        #expect(FileManager.default.fileExists(atPath: trash.appending(path: "a.txt").path))
        let folder = trash.appending(path: file == nil ? "Notes" : "Notes 2").path
        let notes = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(notes.count == 1 && notes[0].hasPrefix("Plan-B"))
        #expect(try await anna.fund("search", "Buy").ending == .exit(66))
    }

    @Test(
        "A fund whose folder is gone is removed with its notes, fund says so, and other funds keep theirs",
        arguments: [false, true])
    func removeWithoutFolder(isForever: Bool) async throws {
        let anna = try Investor()
        for fund in ["Bonds", "Cash", "Equity"] { try await anna.succeed("new", fund) }
        for fund in ["Bonds", "Equity"] {
            try await anna.succeed("note", "add", fund, "Plan", input: "Buy \(fund)\n")
        }
        var said: [String] = []
        for fund in ["Equity", "Cash"] {
            let folder = anna.root.appending(path: fund)
            try FileManager.default.removeItem(at: folder)
            let result = try await anna.start(["rm", fund, "--yes"] + (isForever ? ["--forever"] : [])).result()
            #expect(result.ending == .exit(0) && result.errors.contains("was missing: \(folder.path)"), "\(result)")
            said.append(result.errors)
        }
        #expect(said[0].contains("Its notes are \(isForever ? "deleted" : "in the trash")."))
        #expect(!said[1].contains("notes") && !said[1].contains("in the trash"), "\(said[1])")
        #expect(try await anna.notes == ["Bonds": ["Plan": "Buy Bonds\n"]])
        let thrownAway = try FileManager.default.subpathsOfDirectory(atPath: anna.home.path).filter {
            $0.hasPrefix("data/Trash/files/") && $0.hasSuffix(".md")
        }
        #expect(thrownAway.count == (isForever ? 0 : 1), "\(thrownAway)")
        if let note = thrownAway.first {
            #expect(note.hasPrefix("data/Trash/files/Equity/Notes/Plan"))
            #expect(try String(contentsOf: anna.home.appending(path: note), encoding: .utf8) == "Buy Equity\n")
        }
    }

    #if os(Linux)
    @Test("Files whose names are not UTF-8 are counted by scan and show, and deleted with their fund")
    func undecodableNames() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        try anna.write("stays", to: "outside/a.txt")
        let made = try await anna.shell(
            #"""
            cd "$XDG_DATA_HOME/fund/Equity" && mkdir "$(printf 'sub\377')" && ln -s "$HOME/outside" link &&
            : >"$(printf 'bad\377.pdf')" && : >"$(printf 'sub\377/b\376')" && : >"$(printf '.hidden\377')"
            """#)
        try #require(made.ending == .exit(0), "\(made.errors)")
        for command in ["scan", "show"] {
            let said = try await anna.succeed(command, "Equity").errors
            #expect(said.contains("2 files have names that are not UTF-8 and are left out, such as Equity/"), "\(said)")
            #expect(said.contains(#"\xFF"#), "\(said)")
        }
        try await anna.succeed("rm", "Equity", "--forever", "--yes")
        #expect(!FileManager.default.fileExists(atPath: anna.root.appending(path: "Equity").path))
        #expect(FileManager.default.fileExists(atPath: anna.home.appending(path: "outside/a.txt").path))
        #expect(try await anna.records("list").isEmpty)
    }

    @Test("A fund's folder that can't be deleted is reported with the first thing in it that stays")
    func undeletable() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        try anna.write("x", to: "data/fund/Equity/sub/a.txt")
        let alone = geteuid() == 0 ? "--mount" : "--user --map-root-user --mount"
        // Nobody can delete what something is mounted on.
        let result = try await anna.shell(
            """
            export place="$XDG_DATA_HOME/fund/Equity/sub"
            exec unshare \(alone) /bin/sh -c 'mount -t tmpfs none "$place" && exec "$fund" rm Equity --forever --yes'
            """)
        #expect(result.ending == .exit(74) && result.errors.contains("Equity/sub can't be deleted"), "\(result.errors)")
    }

    @Test("An argument that is not UTF-8 is named, and refused with status 64")
    func undecodableArgument() async throws {
        let anna = try Investor()
        let result = try await anna.shell(#"exec "$fund" show "$(printf 'bad\377.pdf')""#)
        #expect(result.ending == .exit(64))
        #expect(result.errors.hasPrefix(#"fund: “bad\xFF.pdf” is not valid UTF-8. "#), "\(result.errors)")
    }
    #endif

    @Test("A folder that is missing is named, and nothing is forgotten")
    func missingFolder() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        try anna.write("numbers", to: "data/fund/Equity/a.txt")
        try await anna.succeed("scan")
        let folder = anna.root.appending(path: "Equity")
        try FileManager.default.moveItem(at: folder, to: anna.home.appending(path: "away"))
        let result = try await anna.fund("scan")
        #expect(result.ending == .exit(74) && result.errors.contains(folder.path))
        #expect(try await anna.records("search", "numbers").count == 1)
    }

    @Test("A store that is damaged or newer is refused, and stays as it is")
    func unusableStore() async throws {
        let anna = try Investor()
        let path = try anna.write(
            "This is no database. It has more than enough bytes for a header, though.\n",
            to: "data/fund/.fund/store.sqlite")
        let damaged = try await anna.fund("list")
        #expect(damaged.ending == .exit(65) && damaged.errors.contains(path))
        try FileManager.default.removeItem(atPath: path)
        try await anna.succeed("new", "Equity")
        do { try Database(path: path).run(script: "PRAGMA user_version = 99") }
        let newer = try await anna.fund("list")
        #expect(newer.ending == .exit(65) && newer.errors.contains("newer"))
    }

    @Test("A store in a folder that can't be written is named with status 74")
    func readOnly() async throws {
        let anna = try Investor()
        try FileManager.default.createDirectory(
            at: anna.home.appending(path: "data"), withIntermediateDirectories: true)
        // A file in the place of the folder keeps root out as well.
        try anna.write("", to: "data/fund")
        let result = try await anna.fund("new", "Equity")
        #expect(result.ending == .exit(74) && result.errors.contains(anna.root.path), "\(result.errors)")
    }

    @Test("Without a home, fund says which variable to set, with status 78")
    func homeless() async throws {
        let anna = try Investor()
        let result = try await anna.shell("unset HOME XDG_DATA_HOME; exec \"$fund\" list")
        #expect(result.ending == .exit(78) && result.errors.contains("XDG_DATA_HOME"))
    }
}
