import AppGroupCommands
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import AppGroupLauncher

/// Compares the help texts with those in `Snapshots`. `RECORD_SNAPSHOTS=1 swift test --filter HelpTests` replaces them.
@Suite(.ownGroup) struct HelpTests {
    /// The words of every command of the tree, parents and leaves, except those of the catalog client.
    static let commands = words(of: RootCommand.self, []).filter { command in
        !ExternalCommand.storeWords.contains(command.words.first ?? "")
    }
    static let leaves = commands.filter { !$0.isLeading }.map(\.words)

    struct Words: Sendable {
        let words: [String]
        /// Whether it has subcommands.
        let isLeading: Bool
    }

    private static func words(of command: any ParsableCommand.Type, _ words: [String]) -> [Words] {
        let configuration = command.configuration
        let children = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        return [Words(words: words, isLeading: !children.isEmpty)]
            + children.flatMap { child in
                Self.words(of: child, words + [child.configuration.commandName ?? "\(child)"])
            }
    }

    @Test("Each command's help matches its snapshot", arguments: commands.map(\.words))
    func snapshot(words: [String]) async throws {
        let text = try await printed(words + ["--help"])
        #expect(text.contains("USAGE: launcher \(words.joined(separator: " "))".trimmingCharacters(in: .whitespaces)))
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Snapshots/\((["launcher"] + words).joined(separator: "-")).txt")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil { try Data(text.utf8).write(to: file) }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }

    @Test("Every command of the tree is found by its words without building the tree", arguments: leaves)
    func table(words: [String]) throws {
        let found = try #require(CommandTable.command(named: words + ["x"]))
        #expect(found.type.configuration.commandName == words.last)
        #expect(found.rest == ["x"])
    }

    @Test("The help command prints the same as --help, for the program and for each command")
    func help() async throws {
        #expect(try await printed("help") == (try await printed("--help")))
        #expect(try await printed("help", "badge", "add").contains("USAGE: launcher badge add "))
        #expect(try await printed("badge") == (try await printed("badge", "--help")))
    }

    @Test("Help for an unknown command ends with status 64")
    func unknown() async throws {
        try await refuses("help", "nonsense", status: 64, saying: "nonsense")
        try await refuses("badge", "nonsense", status: 64, saying: "nonsense", "launcher badge --help")
        try await refuses("badge", "add", status: 64, saying: "USAGE: launcher badge add ")
        try await refuses("badge", "add", "org.example.tea", status: 64, saying: "launcher badge add --help")
    }

    @Test("--version prints the version number, and is offered only where it can be given")
    func version() async throws {
        #expect(try await printed("--version") == "\(Program.version)\n")
        for command in ["list", "widget"] {
            #expect(try await printed("help", command) == (try await printed(command, "--help")))
        }
        try await refuses("list", "--version", status: 64, saying: "--version")
    }
}
