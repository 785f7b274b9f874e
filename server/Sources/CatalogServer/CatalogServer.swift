import AppGroupTerminal
import ArgumentParser
import Foundation

/// The distribution server and the commands that administer it.
@main
enum CatalogServer {
    static func main() async {
        // Nobody else on this machine reads the database or a package.
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        FileSizeLimit.reportAsError()
        FileLimit.raise()
        do {
            var command = try RootCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            leave(error)
        }
    }

    /// Ends the program as an error wants it: with a sentence and a status of BSD sysexits.
    private static func leave(_ error: any Error) -> Never {
        switch error {
        case let error as ServiceError:
            Report.say(error.description)
            exit(error.code.exitStatus)
        case let error as any ReportableError:
            Report.say(error.description)
            exit(error.exitStatus)
        case let error as StorageError:
            Report.say(error.description)
            exit(error.exitStatus)
        default:
            // What the parser of arguments has not thrown itself is 1 to it, whatever it is.
            guard RootCommand.exitCode(for: error) == .failure else { RootCommand.exit(withError: error) }
            Report.say("\(error)")
            exit(ServiceError.Code.inputOutput.exitStatus)
        }
    }
}
