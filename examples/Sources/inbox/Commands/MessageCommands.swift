import ArgumentParser
import MailReading

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Marks messages as read."
    )

    @Argument(help: "Their numbers in the list, their ids, or their Message-IDs.")
    var messages: [String]

    func run() throws {
        let mail = try Mail()
        // All are looked up before one is marked, so that a wrong one changes nothing.
        for file in try messages.map(mail.file(_:)) {
            guard try mail.maildir.markAsRead(file) else { throw Mail.noMessage(file.id) }
        }
        Inbox.say(mail.unread(among: try mail.maildir.files()))
    }
}
