import AppGroupCommands
import ArgumentParser
import Testing

@Suite("Mistyped commands")
struct MistypedCommandTests {
    private struct Tool: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "tool", subcommands: [List.self, Feed.self], defaultSubcommand: List.self)

        struct List: ParsableCommand {
            @Option var format = "table"
        }

        struct Feed: ParsableCommand {
            static let configuration = CommandConfiguration(
                subcommands: [
                    Update.self, Export.self, Remove.self, Withdraw.self, Restore.self, Hidden.self,
                ], aliases: ["news"])

            struct Update: ParsableCommand {
                @Argument var name: String
            }

            struct Export: ParsableCommand {}
            struct Remove: ParsableCommand {}
            struct Withdraw: ParsableCommand {}
            struct Restore: ParsableCommand {}

            struct Hidden: ParsableCommand {
                static let configuration = CommandConfiguration(shouldDisplay: false)
            }
        }
    }

    private static func explanation(_ arguments: [String]) throws -> String? {
        let error = #expect(throws: (any Error).self) {
            var command = try Tool.parseAsRoot(arguments)
            try command.run()
        }
        return Tool.explanation(of: try #require(error), mistypedIn: arguments)
    }

    @Test(
        "A word that is no command is named, with the commands that are like it",
        arguments: [
            (["lst"], "There is no command “lst”. Did you mean “list”? See tool --help."),
            (
                ["lst", "--format", "tsv", "--in", "x"],
                "There is no command “lst”. Did you mean “list”? See tool --help."
            ),
            (["lst", "x", "y"], "There is no command “lst”. Did you mean “list”? See tool --help."),
            (["zzzzz"], "There is no command “zzzzz”. See tool --help."),
            (["feed", "exprt"], "There is no command “feed exprt”. Did you mean “feed export”? See tool feed --help."),
            (
                ["news", "updte", "x"],
                "There is no command “news updte”. Did you mean “news update”? See tool news --help."
            ),
            (["feed", "hiden"], "There is no command “feed hiden”. See tool feed --help."),
            (["ls"], "There is no command “ls”. Did you mean “list”? See tool --help."),
            (["export"], "There is no command “export”. Did you mean “feed export”? See tool --help."),
            (["hidden"], "There is no command “hidden”. See tool --help."),
            (
                ["feed", "delete"],
                "There is no command “feed delete”. Did you mean “feed remove”? See tool feed --help."
            ),
            (
                ["feed", "unwithdraw"],
                "There is no command “feed unwithdraw”. Did you mean “feed restore”? See tool feed --help."
            ),
            (["help", "lst"], "There is no command “lst”. Did you mean “list”? See tool --help."),
            (
                ["help", "feed", "exprt"],
                "There is no command “feed exprt”. Did you mean “feed export”? See tool feed --help."
            ),
        ])
    func explained(_ arguments: [String], _ sentence: String) throws {
        #expect(try Self.explanation(arguments) == sentence)
    }

    @Test(
        "Errors about anything but the name of a command are left to the argument parser",
        arguments: [
            ["list", "x"], ["feed", "export", "x"], ["feed", "update"], ["--fromat", "tsv"], ["list", "--format"],
            ["feed", "update", "x", "y"], ["--format", "tsv", "lst"], ["help"], ["help", "feed", "export"],
        ])
    func notExplained(_ arguments: [String]) throws {
        #expect(try Self.explanation(arguments) == nil)
    }
}
