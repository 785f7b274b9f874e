import AppGroup
import AppGroupCommands
import ArgumentParser
import Testing

@Suite struct EndingTests {
    private struct Pot: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "pot", subcommands: [Brew.self, Fill.self])
    }

    private struct Brew: ParsableCommand {
        @Option var degrees = 100
    }

    private struct Fill: ParsableCommand {
        func validate() throws { throw AppGroupError(.busy, "Another process brews.") }
    }

    /// An error that says nothing about a status.
    private struct Leak: Error, CustomStringConvertible {
        let description = "The pot leaks."
    }

    /// How the program ends after arguments that ask for help, or that ArgumentParser does not accept.
    private static func ending(_ arguments: String...) throws -> Ending {
        let error = #expect(throws: (any Error).self) {
            var command = try Pot.parseAsRoot(arguments)
            try command.run()
        }
        return Ending(of: try #require(error), from: Pot.self, mistypedIn: arguments)
    }

    @Test func `An error with a status is a sentence with that status`() {
        let error = AppGroupError(.busy, "Another process brews.")
        #expect(Ending(of: error, from: Pot.self) == .sentence("Another process brews.", .temporaryFailure))
        #expect(Ending(of: Misuse("Say which."), from: Pot.self) == .sentence("Say which.", .usage))
    }

    @Test func `An error without a status is a sentence with status 74`() {
        #expect(Ending(of: Leak(), from: Pot.self) == .sentence("The pot leaks.", .inputOutput))
    }

    @Test func `An error that validate throws loses its status, because the argument parser wraps it`() throws {
        #expect(try Self.ending("fill") == .sentence("Another process brews.", .inputOutput))
    }

    @Test(
        arguments: [
            (.silent(3), 3), (.sentence("The pot leaks.", .inputOutput), 74), (.complaint("Error: Say which."), 64),
            (.help("USAGE: pot"), 0),
        ] as [(Ending, AppExitStatus)])
    func `Help ends a program with 0, a complaint with 64, and anything else with its own status`(
        ending: Ending, status: AppExitStatus
    ) {
        #expect(ending.status == status)
    }

    @Test func `A status that a command throws has no message, not even status 1`() {
        #expect(Ending(of: ExitCode(1), from: Pot.self) == .silent(1))
        #expect(Ending(of: ExitCode(-1), from: Pot.self) == .silent(255))
    }

    @Test func `Help is data, a wrong option is a complaint, and a mistyped command is a sentence`() throws {
        guard case .help(let help) = try Self.ending("brew", "--help") else { throw Leak() }
        #expect(help.contains("--degrees"))
        guard case .complaint(let complaint) = try Self.ending("brew", "--degrees", "x") else { throw Leak() }
        #expect(complaint.contains("--degrees"))
        guard case .sentence(let sentence, .usage) = try Self.ending("brw") else { throw Leak() }
        #expect(sentence == "There is no command “brw”. Did you mean “brew”? See pot --help.")
    }
}
