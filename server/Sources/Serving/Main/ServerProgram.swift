import AppGroupCommands
import AppGroupPlatform
import AppGroupText
public import ArgumentParser
public import Logging

/// A server's program: how it starts, what it tells the person who runs it, and how it ends.
public struct ServerProgram: Sendable {
    /// The statuses with which a server's program ends, for its help: those of ``ServiceError``, and the argument parser's.
    public static let exitStatuses = """
        Exit status: 0 success; 64 usage error; 65 refused; 66 not found; 73 cannot create; 74 I/O error; 75 try again later; \
        77 no permission; 78 bad configuration.
        """

    /// The name, such as `catalog-server`.
    public let name: String

    /// - Parameter name: How it is called in messages and in the log.
    public init(_ name: String) { self.name = name }

    /// Runs the command that the arguments name, and ends the process if it fails: with a sentence and a status (BSD sysexits).
    public func run(_ root: any ParsableCommand.Type) async {
        Talk.speak(as: name)
        // No other user of this machine may read the data.
        ThisProcess.keepFilesPrivate()
        ThisProcess.reportWriteFailures()
        // The usual 1,024 files are used up by as many slow clients.
        ThisProcess.raiseOpenFileLimit()
        do {
            var command = try root.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Ending(of: error, from: root, mistypedIn: Array(CommandLine.arguments.dropFirst())).leave()
        }
    }

    /// Prints a sentence after the name of the program on standard error, made safe for a terminal.
    public func say(_ sentence: String) { Talk.say(sentence) }

    /// The program's log, in lines of JSON on standard error. Call this once.
    public func logger(_ level: Logger.Level) -> Logger {
        LoggingSystem.bootstrap { _ in JSONLogHandler { StandardStream.error.write($0) } }
        var logger = Logger(label: name)
        logger.logLevel = level
        return logger
    }
}
