import Foundation
import TestSupport
import Testing

/// What the programs say about their commands and options.
@Suite("Help texts")
struct HelpTests {
    /// The parts of a help text that the tests compare.
    private struct Command: Decodable {
        struct Argument: Decodable {
            let abstract: String?
            let allValues: [String]?
        }

        let commandName: String
        let abstract: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// The arguments of the command and of all commands below it.
        var allArguments: [Argument] { (arguments ?? []) + (subcommands ?? []).flatMap(\.allArguments) }
    }

    private struct Help: Decodable { let command: Command }

    private func help(_ program: String) throws -> Command {
        let path = URL(filePath: Sandbox.program).deletingLastPathComponent().appending(path: program).path
        let printed = try Finished.run([path, "--experimental-dump-help"], environment: [:])
        return try JSONDecoder().decode(Help.self, from: Data(printed.output.utf8)).command
    }

    @Test("launcher describes the commands of launcher-store as launcher-store itself does")
    func describesAlike() throws {
        let ours = try #require(try help("launcher-store").subcommands)
        let theirs = try #require(try help("launcher").subcommands)
        let shared = ours.filter { command in theirs.contains { $0.commandName == command.commandName } }
        #expect(shared.count >= 12)
        for command in shared where command.commandName != "help" {
            let other = theirs.first { $0.commandName == command.commandName }
            #expect(command.abstract == other?.abstract)
        }
    }

    @Test(
        "The help of an option does not repeat the list of its values",
        arguments: ["launcher", "launcher-store", "catalog-server"])
    func listsValuesOnce(program: String) throws {
        let arguments = try help(program).allArguments.filter { $0.allValues?.isEmpty == false }
        #expect(!arguments.isEmpty)
        for argument in arguments {
            let (values, text) = (argument.allValues ?? [], argument.abstract ?? "")
            let list = values.dropLast().joined(separator: ", ") + " or \(values.last ?? "")"
            #expect(!text.contains(list), "\(text)")
        }
    }
}
