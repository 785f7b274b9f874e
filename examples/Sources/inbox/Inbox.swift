import AppGroupCommands
import ArgumentParser
import MailReading

@main
struct Inbox: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read the mail in a Maildir, and tell the group how many messages are unread.",
        discussion: "Set the folder once with inbox maildir PATH. Then inbox lists the mail, newest first.",
        version: Program.version,
        subcommands: [
            ListCommand.self, ShowCommand.self, ReadCommand.self, WatchCommand.self, MaildirCommand.self,
            OpenURLCommand.self,
        ],
        defaultSubcommand: ListCommand.self
    )

    static func main() {
        console.refuseUndecodableArguments()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as MailError {
            console.say(error)
            exit(withError: error.exitCode)
        } catch {
            if let sentence = explanation(of: error, mistypedIn: Array(CommandLine.arguments.dropFirst())) {
                console.say(sentence)
                exit(withError: ExitCode.validationFailure)
            }
            exit(withError: error)
        }
    }
}

extension MailError {
    /// A status of BSD's sysexits.h. ArgumentParser itself ends with 64 if the command line is wrong.
    fileprivate var exitCode: ExitCode {
        switch code {
        case .badData: ExitCode(65)
        case .notFound: ExitCode(66)
        case .inputOutput: ExitCode(74)
        case .notSetUp: ExitCode(78)
        }
    }
}
