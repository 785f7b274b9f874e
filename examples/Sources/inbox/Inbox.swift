import ArgumentParser
import MailReading

@main
struct Inbox: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads the mail in a Maildir, and tells how much of it is unread.",
        discussion: "Say where the mail is once, with inbox maildir PATH; then inbox lists it, newest first.",
        subcommands: [
            ListCommand.self, ShowCommand.self, ReadCommand.self, WatchCommand.self, MaildirCommand.self,
            OpenURLCommand.self,
        ],
        defaultSubcommand: ListCommand.self
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as MailError {
            say(error)
            exit(withError: error.exitCode)
        } catch {
            exit(withError: error)
        }
    }

    /// Talks to the person, beside the data on standard output. Where nobody can be reached there is nobody to tell.
    static func say(_ sentence: some CustomStringConvertible) {
        try? Output.standardError.print("inbox: \(sentence.description.harmless)\n")
    }
}

extension MailError {
    /// The status of BSD's sysexits.h; 64, for wrong usage, is ArgumentParser's own.
    fileprivate var exitCode: ExitCode {
        switch code {
        case .badData: ExitCode(65)
        case .notFound: ExitCode(66)
        case .inputOutput: ExitCode(74)
        }
    }
}
