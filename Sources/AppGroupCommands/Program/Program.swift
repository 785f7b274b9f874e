import AppGroup
public import ArgumentParser

/// How each of the programs behind the word `launcher` begins and ends.
public enum Program {
    /// The word that the person typed, whichever program answers to it.
    public static let name = "launcher"

    /// The release that these programs are.
    public static let version = "0.1.0"

    /// The words after the program's own name. One that is not text in UTF-8 ends the program with status 64: nothing
    /// could be done with it that the person meant.
    public static func arguments() -> [String] {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let place = ThisProcess.undecodableArgument {
            Talk.say("“\(arguments[place - 1])” is not text in UTF-8; percent-encode a URL, and rename a file.")
            ThisProcess.exit(64)
        }
        return arguments
    }

    /// Ends the program with status 0, and leaves it to the system to take back what it holds, which is quicker than to
    /// free thousands of small things.
    public static func end() -> Never { ThisProcess.exit(0) }

    /// Ends the program as an error wants it that the command `type` or its parsing threw.
    ///
    /// A ``ReportableError`` is said on standard error and gives the status. An `ExitCode` is a status without words.
    /// Of anything else ArgumentParser says what it has to say: help, which is data and goes to standard output, or a
    /// complaint, which repeats what was typed and is made harmless like everything else.
    public static func leave(_ type: any ParsableCommand.Type, _ error: any Error) -> Never {
        if let error = error as? any ReportableError {
            Talk.say(error.description)
            ThisProcess.exit(error.exitStatus)
        }
        if let code = error as? ExitCode { ThisProcess.exit(code.rawValue) }
        let status = type.exitCode(for: error).rawValue
        let message = type.fullMessage(for: error)
        if status == 0 {
            Session.current.printLine(message)
        } else {
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            Talk.complain(lines.map { sayingWholeCommand($0, type.configuration) })
        }
        ThisProcess.exit(status)
    }

    /// ArgumentParser, which was given the leaf alone, points to `add --help` where it is `launcher badge add --help`.
    private static func sayingWholeCommand(_ line: Substring, _ configuration: CommandConfiguration) -> String {
        let beginning = "  See '"
        guard let parent = configuration._superCommandName, line.hasPrefix(beginning) else { return String(line) }
        return "\(beginning)\(parent) \(line.dropFirst(beginning.count))"
    }
}
