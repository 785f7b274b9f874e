import MailReading

/// The person's mail: what every command works on.
struct Mail {
    let maildir: Maildir

    /// The mail in the Maildir that the person has named.
    init() throws(MailError) {
        maildir = try MaildirSetting().maildir()
    }

    init(_ maildir: Maildir) {
        self.maildir = maildir
    }

    /// How much of these files is unread. Every command that has seen or changed that asks here, and so the family learns it.
    func unread(among files: [MessageFile]) -> Unread {
        let unread = maildir.unread(among: files)
        Family.announce(unread)
        return unread
    }

    /// The message with this number in the list, or with this id.
    func file(_ selector: String) throws(MailError) -> MessageFile {
        if let number = Int(selector), number > 0, let file = try maildir.files().dropFirst(number - 1).first {
            return file
        }
        return try file(id: selector)
    }

    func file(id: String) throws(MailError) -> MessageFile {
        guard let file = try maildir.file(id: id) else { throw Self.noMessage(id) }
        return file
    }

    /// A message as a page to print.
    func page(_ file: MessageFile) throws(MailError) -> String {
        guard let message = try maildir.message(file) else { throw Self.noMessage(file.id) }
        return MessagePage(file: file, message: message).text
    }

    static func noMessage(_ selector: String) -> MailError {
        MailError(.notFound, "There is no message \(selector). See which there are: inbox list")
    }
}
