public import AppGroup
public import ArgumentParser

/// How an error ends a program: what it prints, on which stream, and the status.
public enum Ending: Equatable, Sendable {
    /// Nothing is printed, because the user knows why already.
    case silent(AppExitStatus)
    /// A sentence on standard error, after the name of the program.
    case sentence(String, AppExitStatus)
    /// What ArgumentParser says about wrong arguments, on standard error. It repeats what was typed. Status 64.
    case complaint(String)
    /// Help, which is data, on standard output. Status 0.
    case help(String)

    /// Decides how an error ends a program. A ``ReportableError`` says it itself, an `ExitCode` is a status without a
    /// message, and ArgumentParser explains its own errors. Any other error is a sentence with status 74.
    ///
    /// ArgumentParser wraps what a command's `validate()` throws in an error of its own, which has no status that can be read. So
    /// `validate()` should throw a `ValidationError`: an error with a status would become a sentence with status 74.
    ///
    /// - Parameters:
    ///   - command: The command that ran, or whose arguments were parsed.
    ///   - arguments: The arguments, if `command` is the root of the commands that they can name.
    public init(of error: any Error, from command: any ParsableCommand.Type, mistypedIn arguments: [String] = []) {
        if let error = error as? any ReportableError {
            self = .sentence(error.description, error.exitStatus)
        } else if let code = error as? ExitCode {
            // A shell sees the lowest byte, so -1 is 255.
            self = .silent(AppExitStatus(clamping: code.rawValue & 0xFF))
        } else if let explanation = command.explanation(of: error, mistypedIn: arguments) {
            self = .sentence(explanation, .usage)
        } else {
            switch command.exitCode(for: error) {
            case .success: self = .help(command.fullMessage(for: error))
            // ArgumentParser gives this status to every error that is not its own.
            case .failure: self = .sentence(command.message(for: error), AppExitStatus(of: error))
            default: self = .complaint(command.fullMessage(for: error))
            }
        }
    }

    /// The status with which the program ends.
    package var status: AppExitStatus {
        switch self {
        case .silent(let status), .sentence(_, let status): status
        case .complaint: .usage
        case .help: .success
        }
    }

    /// Prints what the program says at its end.
    ///
    /// - Parameter say: Prints a sentence after the name of the program, on standard error.
    package func print(saying say: (String) -> Void = Talk.say) {
        switch self {
        case .silent: break
        case .sentence(let sentence, _): say(sentence)
        case .complaint(let lines): Talk.complain(lines)
        case .help(let text): StandardOutput.printLine(text)
        }
    }

    /// Ends the program like this. The system frees its memory.
    ///
    /// - Parameter say: Prints a sentence after the name of the program, on standard error.
    public func leave(saying say: (String) -> Void = Talk.say) -> Never {
        print(saying: say)
        Program.end(with: status)
    }
}

/// A mistake in how a command was called. Exit status 64.
public struct Misuse: ReportableError {
    /// A sentence that says what is wrong and what to type instead.
    public let description: String

    /// Creates an error with this message.
    public init(_ description: String) { self.description = description }

    /// 64, the BSD `sysexits` status for usage.
    public var exitStatus: AppExitStatus { .usage }
}
