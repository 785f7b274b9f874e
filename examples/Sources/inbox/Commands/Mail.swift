import MailReading
import ToolProgram
import ToolSupport

/// The user's mail. Every command works on it.
struct Mail {
    let maildir: Maildir

    /// The mail in the Maildir that the user has set.
    init() throws(MailError) {
        maildir = try MaildirSetting().maildir()
    }

    init(_ maildir: Maildir) {
        self.maildir = maildir
    }

    /// The messages to list. Says which files are left out.
    func files() throws(MailError) -> [MessageFile] {
        var leftOut = LeftOutFiles()
        let files = try maildir.files { leftOut.add($0) }
        if let sentence = leftOut.sentence { console.say(sentence) }
        return files
    }

    /// Counts the unread messages among these files, and tells the group, also that the user opened inbox.
    func unread(among files: [MessageFile], isOpening: Bool = false) -> Unread {
        let unread = maildir.unread(among: files)
        Membership.announce(unread, isOpening: isOpening)
        return unread
    }

    /// The message with this number in a list, or with this ID.
    func file(_ selector: String, in list: [MessageFile]) throws -> MessageFile {
        try files([selector], in: list)[0]
    }

    /// The messages with these numbers in a list, or with these IDs.
    func files(_ selectors: [String], in list: [MessageFile]) throws -> [MessageFile] {
        guard !selectors.contains("") else {
            throw ToolError.usage("Name a message: its number in the list, its ID or its Message-ID.")
        }
        let numbered = Dictionary(
            selectors.compactMap { selector in Self.file(numbered: selector, in: list).map { (selector, $0) } }
        ) { first, _ in first }
        let found = try maildir.find(selectors.filter { numbered[$0] == nil }, among: list)
        return try selectors.map { selector in
            guard let file = numbered[selector] ?? found[selector] else { throw Self.noMessage(selector) }
            return file
        }
    }

    /// The message with this number in a list; nil if this isn't a number, or if there is no such message.
    static func file(numbered selector: String, in list: [MessageFile]) -> MessageFile? {
        guard let number = Int(selector), number > 0 else { return nil }
        return list.dropFirst(number - 1).first
    }

    /// The message with this ID, which is never a number in the list.
    func file(id: String) throws -> MessageFile {
        guard let file = try maildir.find([id], among: maildir.files())[id] else { throw Self.noMessage(id) }
        return file
    }

    /// Shows a message as a page. Says so if it is only the beginning.
    func show(_ file: MessageFile, print: (String) throws -> Void = Output.write) throws {
        guard let message = try maildir.message(file) else { throw Self.noMessage(file.id) }
        try print(MessagePage(file: file, message: message).text)
        if !message.isWhole {
            console.say("Only the first \(Maildir.messageLimit >> 20) MiB are shown: \(maildir.path(of: file))")
        }
    }

    static func noMessage(_ selector: String) -> ToolError {
        .notFound("There is no message \(selector). To list the messages: inbox list")
    }
}
