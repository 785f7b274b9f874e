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
        Membership.inbox.noteOpening()
        let mail = try Mail()
        try mail.show(mail.file(message, in: mail.maildir.files()))
    }
}

struct ReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Mark messages as read.",
        discussion:
            "When mail arrives, the numbers in the list change, but IDs stay the same: see inbox list --format tsv."
    )

    @Argument(help: "The messages' numbers in the list, their IDs, or their Message-IDs.")
    var messages: [String]

    func run() throws {
        let mail = try Mail()
        // Look up all of them before marking one, so that a wrong one changes nothing.
        let files = try mail.files(messages, in: mail.maildir.files())
        let marking = Result { try mail.markAsRead(files) }
        // If only some could be marked, the group learns that, too.
        console.say(mail.unread(among: try mail.maildir.files()))
        try marking.get()
    }
}

extension Mail {
    /// Marks messages as read, and says which: since the list was printed, mail may have arrived, and a number may mean another
    /// message.
    fileprivate func markAsRead(_ files: [MessageFile]) throws {
        var moved = MovedMessages()
        var marked: Set<String> = []
        for file in files where marked.insert(file.id).inserted {
            let header = try? maildir.header(of: file, moved: &moved)
            guard try maildir.markAsRead(file, moved: &moved) else { throw Self.noMessage(file.id) }
            console.say("Marked as read: \(header?.subject ?? file.id)")
        }
    }
}
