import ArgumentParser
import Testing

@testable import AppGroupCommands

/// Each test fails if ArgumentParser changes something that its documentation does not promise.
@Suite("Internals of ArgumentParser")
struct ParserInternalsTests {
    private enum Heat: String, CaseIterable, ExpressibleByArgument {
        case low, high
    }

    private struct Brew: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("brew", of: "launcher pot", "Brew it.")

        @Option(name: .shortAndLong, help: "How hot.") var degrees = 100
        @Flag(inversion: .prefixedNo, help: "Add milk.") var milk = true
        @Option(help: "The heat.") var heat: Heat?
        @Argument(help: "What to brew.") var leaves: Heat = .low
    }

    private struct WhiteTea: ParsableCommand {}

    private struct Fill: ParsableCommand {
        @Argument(parsing: .allUnrecognized, help: "How many cups.") var count: [String]
    }

    private static func failure(of arguments: [String]) throws -> any Error {
        let error = #expect(throws: (any Error).self) { _ = try Brew.parse(arguments) }
        return try #require(error)
    }

    private static func complaint(about arguments: [String]) throws -> [Substring] {
        Brew.fullMessage(for: try failure(of: arguments)).split(separator: "\n")
    }

    @Test("The word of a command is the configured one, or made from the name of its type")
    func words() {
        #expect(Brew.commandWord == "brew")
        #expect(WhiteTea.commandWord == "white-tea")
    }

    @Test("The words before a command's own are in its usage")
    func wordsBefore() {
        #expect(Brew.configuration.wordsBefore == "launcher pot")
        #expect(WhiteTea.configuration.wordsBefore == nil)
        #expect(Brew.usageString().hasPrefix("launcher pot brew "), "\(Brew.usageString())")
    }

    @Test(
        "One or several unexpected arguments are known by the parser's sentence",
        arguments: [["high", "x"], ["high", "x", "y"]])
    func unexpected(arguments: [String]) throws {
        #expect(Brew.isAboutUnexpectedArgument(try Self.failure(of: arguments)))
    }

    @Test("Other errors are not taken for an unexpected argument", arguments: [["--sugar"], ["warm"], ["--degrees"]])
    func expected(arguments: [String]) throws {
        #expect(!Brew.isAboutUnexpectedArgument(try Self.failure(of: arguments)))
    }

    @Test("The help lists the long names and the values of each option and argument")
    func help() {
        let entries = Brew.helpEntries
        #expect(entries.contains(HelpEntry(names: ["--degrees"])), "\(entries)")
        #expect(entries.contains(HelpEntry(names: ["--milk", "--no-milk"])), "\(entries)")
        #expect(entries.contains(HelpEntry(names: ["--heat"], values: ["low", "high"])), "\(entries)")
        #expect(entries.contains(HelpEntry(names: [], values: ["low", "high"])), "\(entries)")
    }

    @Test("A complaint about an unknown option names it, and gets another question")
    func unknownOption() throws {
        let lines = try Self.complaint(about: ["--degree"])
        let line = try #require(lines.first)
        #expect(line == "Error: Unknown option '--degree'. Did you mean '--degrees'?")
        #expect(ParserComplaint.unknownOption(in: line) == "degree")
        #expect(lines.dropFirst().allSatisfy { ParserComplaint.unknownOption(in: $0) == nil }, "\(lines)")
        #expect(ParserComplaint.about(unknownOption: "degree", asking: "") == "Error: Unknown option '--degree'")
        #expect(
            ParserComplaint.about(unknownOption: "degree", asking: "Which?")
                == "Error: Unknown option '--degree'. Which?")
    }

    @Test("A complaint about a missing argument has dots behind its name only if the usage of the command has them")
    func missingArgument() throws {
        let error = #expect(throws: (any Error).self) { _ = try Fill.parse([]) }
        let lines = Fill.fullMessage(for: try #require(error)).split(separator: "\n")
        let line = try #require(lines.first)
        #expect(line == "Error: Missing expected argument '<count> ...'")
        let corrected = "Error: Missing expected argument '<count>'"
        #expect(ParserComplaint.about(missingArgument: line, in: "fill <count>") == corrected)
        for usage in [nil, "fill <count> ..."] {
            #expect(ParserComplaint.about(missingArgument: line, in: usage) == line)
        }
        for other in lines.dropFirst() + ["Error: Missing expected argument '<app>'"] {
            #expect(ParserComplaint.about(missingArgument: other, in: "fill <count>") == other)
        }
    }

    @Test("The last line of a complaint refers to the help of the command, without the words before it")
    func reference() throws {
        let lines = try Self.complaint(about: ["--sugar"]).map {
            ParserComplaint.inserting("launcher pot", intoReference: $0)
        }
        #expect(lines.last == "  See 'launcher pot brew --help' for more information.")
        #expect(lines.first == "Error: Unknown option '--sugar'")
    }

    @Test("A complaint contains the usage of the command that it is about, and of no other")
    func usage() throws {
        let complaint = Brew.fullMessage(for: try Self.failure(of: ["--sugar"]))
        #expect(Brew.isSubject(of: complaint) && !WhiteTea.isSubject(of: complaint), "\(complaint)")
    }
}
