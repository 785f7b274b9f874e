import AppGroup
import ArgumentParser
import Testing
import ToolProgram
import ToolSupport

/// Runs commands of a tool in other processes and checks how they end.
@Suite struct ToolEndingTests {
    private struct Wait: ParsableCommand {
        func run() throws { throw AppGroupError(.busy, "Another process \u{1B}[31m brews. Wait.") }
    }

    /// An error that says nothing about a status.
    private struct Leak: ParsableCommand, Error, CustomStringConvertible {
        var description: String { "The pot leaks." }

        func run() throws { throw self }
    }

    private struct Refuse: ParsableCommand {
        func run() throws { throw ToolError.refused("The pot is locked.") }
    }

    private struct Brew: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "brew")

        @Option var degrees = 100
    }

    private static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    @Test func `An error of the library ends a tool with the status of that error`() async {
        let result = await #expect(processExitsWith: .exitCode(75), observing: [\.standardErrorContent]) {
            Wait.runTool(Console("pot"), plainly: { _ in Wait() })
        }
        let said = Self.text(result?.standardErrorContent)
        #expect(said == "pot: Another process ␛[31m brews. Wait.\n")
    }

    @Test func `An error without a status ends a tool with 74 and the name of the tool`() async {
        let result = await #expect(processExitsWith: .exitCode(74), observing: [\.standardErrorContent]) {
            Leak.runTool(Console("pot"), plainly: { _ in Leak() })
        }
        let said = Self.text(result?.standardErrorContent)
        #expect(said == "pot: The pot leaks.\n")
    }

    @Test func `An error of a tool ends it with the status of its kind`() async {
        let result = await #expect(processExitsWith: .exitCode(77), observing: [\.standardErrorContent]) {
            Refuse.runTool(Console("pot"), plainly: { _ in Refuse() })
        }
        let said = Self.text(result?.standardErrorContent)
        #expect(said == "pot: The pot is locked.\n")
    }

    @Test func `Each kind of failure has its own status`() {
        let statuses = Dictionary(uniqueKeysWithValues: ToolError.Kind.allCases.map { ($0, $0.exitStatus) })
        let expected: [ToolError.Kind: AppExitStatus] = [
            .usage: 64, .unreadable: 65, .notFound: 66, .unavailable: 69, .inputOutput: 74, .busy: 75,
            .protocolBroken: 76, .refused: 77, .configuration: 78,
        ]
        #expect(statuses == expected)
    }

    @Test func `A wrong value of an option ends a tool with 64 and a complaint without control characters`() async {
        let result = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
            Brew.runTool(Console("pot"), plainly: { _ in try Brew.parse(["--degrees", "\u{1B}[31m"]) })
        }
        let said = Self.text(result?.standardErrorContent)
        #expect(said.hasPrefix("Error: ") && said.contains("'␛[31m'") && said.contains("Usage: brew"), "\(said)")
    }

    @Test func `Help ends a tool with 0 and is written to standard output`() async {
        let result = await #expect(
            processExitsWith: .exitCode(0), observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            Brew.runTool(Console("pot"), plainly: { _ in try Brew.parse(["--help"]) })
        }
        let help = Self.text(result?.standardOutputContent)
        #expect(help.contains("--degrees"), "\(help)")
        let said = Self.text(result?.standardErrorContent)
        #expect(!said.contains("--degrees"), "\(said)")
    }
}
