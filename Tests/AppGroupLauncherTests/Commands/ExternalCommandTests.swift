import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct ExternalCommandTests {
    private let script = #"printf '%s|' "$(basename "$0")" "$#" "$@"; exit 7"#

    @Test("An unknown word runs launcher-WORD from PATH with the arguments unchanged, and its exit status is passed on")
    func fromPath() async throws {
        try TestGroup.current.makeProgram("launcher-foo", script)
        let result = try await launcher("foo", "a b", "", "--help", "--", "-x", "$(id)", "é'\"")
        #expect(result.ending == .exit(7))
        #expect(result.output == "launcher-foo|7|a b||--help|--|-x|$(id)|é'\"|")
        #expect(result.errors == "")
        #expect(try await launcher("help", "foo").output == "launcher-foo|1|--help|")
    }

    @Test("A program next to the launcher is preferred to one in PATH")
    func beside() async throws {
        let folder = try TestGroup.current.makeFolder("installed")
        let copy = "\(folder)/launcher"
        try ProgramFile.copy(BuiltProgram.launcher.path, to: copy)
        try TestGroup.current.makeProgram("launcher-foo", "echo path")
        let beside = try TestGroup.current.makeProgram("moved", "echo beside")
        try FileManager.default.moveItem(atPath: beside, toPath: "\(folder)/launcher-foo")
        // A link does not change that: what counts is the folder of the program itself.
        let link = "\(TestGroup.current.folder)/bin/l"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: copy)
        for program in [copy, link] {
            let result = try await RunningProcess.run(program, ["foo"], environment: TestGroup.current.environment)
            #expect(result.output == "beside\n")
        }
    }

    @Test(
        "The catalog client's words run launcher-store, with the word as its first argument",
        arguments: [
            "login", "logout", "password", "catalog", "inspect", "pack", "publish", "install", "packages", "update",
            "rollback", "remove", "uninstall",
        ])
    func store(word: String) async throws {
        try await refuses(word, "x", status: 69, saying: word, "launcher-store")
        try TestGroup.current.makeProgram("launcher-store", script)
        #expect(try await launcher(word, "x y").output == "launcher-store|2|\(word)|x y|")
        #expect(try await launcher("help", word).output == "launcher-store|2|\(word)|--help|")
    }

    @Test(
        "The commands for the desktop run their programs, or report that they are not installed",
        arguments: ["badge-bridge", "search"])
    func desktop(word: String) async throws {
        try await refuses(word, status: 69, saying: "launcher-\(word)", "not installed")
        try TestGroup.current.makeProgram("launcher-\(word)", script)
        #expect(try await launcher(word, "x y").output == "launcher-\(word)|1|x y|")
        #expect(try await launcher("help", word).output == "launcher-\(word)|1|--help|")
    }

    @Test("The window's program gets checked options, or the command reports that the program is not installed")
    func window() async throws {
        try await refuses("window", status: 69, saying: "launcher-window", "not installed")
        try TestGroup.current.makeProgram("launcher-window", script)
        #expect(
            try await launcher("window", "-o", "name", "--search", "x y", "--once", "--resident").output
                == "launcher-window|5|--group=org.example.family|--order=name|--search=x y|--once|--resident|")
        try await refuses("window", "--order", "none", status: 64, saying: "--order")
        #expect(try await launcher("help", "window").output.contains("--resident"))
    }

    @Test(
        "An unknown command ends with status 64 and points to launcher help",
        arguments: ["nonsense", "a/b", "../launcher", "\u{1B}[31m", "List", ""])
    func unknown(word: String) async throws {
        try await refuses(word, "x", status: 64, saying: "launcher help")
        let result = try await launcher(word)
        #expect(!result.errors.utf8.contains(0x1B))
    }

    @Test(
        "The message for a mistyped command names the commands that look like it",
        arguments: [
            ("opn", "Did you mean “open”? See launcher help."), ("lsit", "Did you mean “list”? See launcher help."),
            ("Badge", "Did you mean “badge”? See launcher help."),
            ("regis", "Did you mean “register”? See launcher help."),
            ("instal", "Did you mean “install”? See launcher help."),
            ("in", "Did you mean “pin”?"), ("ba", "Did you mean “backup” or “badge” or “badge-bridge”?"),
            ("hlep", "Did you mean “help”?"), ("ls", "Did you mean “list”? See launcher help."),
            ("rm", "Did you mean “remove”?"), ("upgrade", "Did you mean “update”?"),
            ("badge-bride", "Did you mean “badge-bridge”?"),
            ("completion", "Did you mean “--generate-completion-script bash”?"),
            ("nonsense", "There is no command “nonsense”. See launcher help."),
            ("x", "There is no command “x”. See launcher help."),
        ])
    func suggestion(word: String, message: String) async throws {
        try await refuses(word, status: 64, saying: message)
        try await refuses(
            "help", word, status: 64,
            saying: message.replacingOccurrences(of: "There is no command", with: "There is no help for"))
    }

    @Test("There is help for help itself")
    func helpOnHelp() async throws {
        #expect(try await printed("help", "help").contains("launcher help [<subcommands> ...]"))
    }

    @Test("A program cannot replace a built-in command or help")
    func ours() async throws {
        for word in ["list", "badge", "help"] { try TestGroup.current.makeProgram("launcher-\(word)", "echo taken") }
        for arguments in [["list"], ["badge", "total"], ["badge"], ["help"], ["badge", "nonsense"]] {
            #expect(try await launcher(arguments).output.contains("taken") == false)
        }
    }

    @Test("A file that is not a program is ignored, and a program that does not start is named in the message")
    func noProgram() async throws {
        try TestGroup.current.makeFile("bin/launcher-foo", Array("#!/bin/sh\n".utf8))
        try await refuses("foo", status: 64, saying: "foo")
        try TestGroup.current.makeFolder("bin/launcher-bar")
        try await refuses("bar", status: 64, saying: "bar")
        let path = try TestGroup.current.makeProgram("launcher-bad")
        try ProgramFile.write("#!/no/such/interpreter\n", to: path)
        try await refuses("bad", status: 69, saying: path)
    }
}
