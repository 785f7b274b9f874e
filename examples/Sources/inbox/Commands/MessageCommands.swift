import ArgumentParser
import MailReading

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a message. It stays unread."
    )

    @Argument(help: "The message's number in the list, its ID, or its Message-ID.")
    var message: String

    func run() throws {
        Membership.noteOpening()
        let mail = try Mail()
        try mail.show(mail.file(message))
    }
}

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Mark messages as read."
    )

    @Argument(help: "The messages' numbers in the list, their IDs, or their Message-IDs.")
    var messages: [String]

    func run() throws {
        let mail = try Mail()
        // Look up all of them before marking one, so that a wrong one changes nothing.
        for file in try messages.map(mail.file(_:)) {
            guard try mail.maildir.markAsRead(file) else { throw Mail.noMessage(file.id) }
        }
        console.say(mail.unread(among: try mail.maildir.files()))
    }
}
