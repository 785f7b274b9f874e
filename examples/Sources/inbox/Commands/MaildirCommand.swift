import ArgumentParser
import MailReading

struct MaildirCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maildir",
        abstract: "Remembers where the mail is, or prints it."
    )

    @Argument(help: "A folder with cur, new and tmp in it.", completion: .directory)
    var path: String?

    func run() throws {
        guard let path else {
            return try Output.standard.print("\(MaildirSetting().maildir().path.harmless)\n")
        }
        let maildir = try Maildir(at: ProcessContext.absolute(path))
        try MaildirSetting().remember(maildir)
        Inbox.say(Mail(maildir).unread(among: try maildir.files()))
    }
}
