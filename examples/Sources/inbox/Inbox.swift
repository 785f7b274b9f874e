import AppGroupCommands
import ArgumentParser
import MailReading
import ToolProgram
import ToolSupport

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

    static func main() { runTool(console) }
}

/// Messages for the user. Marks that right-to-left text needs stay in them.
let console = Console("inbox") { $0.harmless }
