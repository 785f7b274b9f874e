public import AppGroup
import AppGroupPlatform
public import ArgumentParser

/// The start and the end of each program behind the word `launcher`.
public enum Program {
    /// The word that the user types, no matter which program runs.
    public static let name = "launcher"

    /// The release of these programs.
    public static let version = "0.1.0"

    /// Begins the program, and returns the arguments after its name. An argument that is not valid UTF-8 ends it with
    /// status 64, because it cannot be passed on unchanged.
    public static func arguments() -> [String] {
        ThisProcess.learnEndsOfChildren()
        if let argument = ThisProcess.undecodableArgument {
            Talk.say("“\(argument)” is not valid UTF-8. Percent-encode a URL, or rename a file.")
            end(with: .usage)
        }
        return Array(CommandLine.arguments.dropFirst())
    }

    /// The path of the program of that name beside this one, else in `PATH`; `nil` if there is none.
    package static func find(_ name: String, in environment: ProcessEnvironment = .current) -> String? {
        environment.program(nearestNamed: name)
    }

    /// Ends the program. The system frees its memory, which is faster than freeing thousands of objects.
    public static func end(with status: AppExitStatus = .success) -> Never { ThisProcess.exit(status.rawValue) }

    /// Ends the program after the command `type`, or parsing it, threw an error, as ``Ending`` decides.
    public static func leave(_ type: any ParsableCommand.Type, _ error: any Error) -> Never {
        let ending = Ending(of: error, from: type)
        guard case .complaint(let message) = ending else { ending.leave() }
        let wordsBefore = type.configuration.wordsBefore
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map {
            let line = ParserComplaint.about(
                missingArgument: SimilarOptions.correcting($0, of: message, from: type), in: type.configuration.usage)
            return wordsBefore.map { ParserComplaint.inserting($0, intoReference: line) } ?? String(line)
        }
        Ending.complaint(lines.joined(separator: "\n")).leave()
    }
}
