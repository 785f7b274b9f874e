import AppGroupCommands
import AppGroupPlatform
import ArgumentParser

/// The catalog server and the commands that administer it.
@main
enum CatalogServer {
    static func main() async {
        // No other user of this machine may read the database or a package.
        ThisProcess.keepFilesPrivate()
        ThisProcess.reportWriteFailures()
        // The usual 1,024 files are used up by as many slow clients.
        ThisProcess.raiseOpenFileLimit()
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

    /// Ends the program with the error's sentence and its status (BSD sysexits).
    private static func leave(_ error: any Error) -> Never {
        switch error {
        case let error as ServiceError:
            Report.say(error.description)
            ThisProcess.exit(error.code.exitStatus)
        case let error as any ReportableError:
            Report.say(error.description)
            ThisProcess.exit(error.exitStatus.rawValue)
        case let error as StorageError:
            Report.say(error.description)
            ThisProcess.exit(error.exitStatus)
        default:
            // The argument parser gives every error that is not its own the status 1.
            guard RootCommand.exitCode(for: error) == .failure else { RootCommand.exit(withError: error) }
            Report.say("\(error)")
            ThisProcess.exit(ServiceError.Code.inputOutput.exitStatus)
        }
    }
}
