import MailReading
import ToolSupport

/// Shows the list and the messages that its user asks for, in a window that was opened for inbox, until they close it.
struct MailWindow {
    private var window = OwnWindow(columns: \.columns)
    /// The list that was shown last, in which the user finds a message's number; nil if none was shown yet.
    private var list: [MessageFile]?

    /// Begins with what a link asks for.
    mutating func run(_ link: InboxLink) {
        attempt { (this) throws(MailError) in try this.open(link) }
        while let answer = window.ask(question) {
            attempt { (this) throws(MailError) in try this.obey(answer) }
        }
    }

    private var question: String {
        "A number shows a message, Enter \(window.hasMore ? "the next page" : "the list"), q closes:"
    }

    /// Does something. If it fails, the window says why and stays.
    private mutating func attempt(_ body: (inout MailWindow) throws(MailError) -> Void) {
        do throws(MailError) { try body(&self) } catch { console.say(error) }
    }

    private mutating func open(_ link: InboxLink) throws(MailError) {
        switch link {
        case .list: try showList()
        case .message(let id):
            let mail = try Mail()
            try show(mail.file(id: id), of: mail)
        }
    }

    private mutating func obey(_ answer: String) throws(MailError) {
        if !answer.isEmpty {
            let mail = try Mail()
            try show(file(answer, in: mail), of: mail)
        } else if window.hasMore {
            try describing { (window) throws(Errno) in try window.showMore() }
        } else {
            try showList()
        }
    }

    private func file(_ answer: String, in mail: Mail) throws(MailError) -> MessageFile {
        guard let list else { return try mail.file(answer, in: mail.maildir.files()) }
        if let file = Mail.file(numbered: answer, in: list) { return file }
        return try mail.file(id: answer)
    }

    private mutating func showList() throws(MailError) {
        let mail = try Mail()
        let files = try mail.files()
        // Before the headers are read and shown, which may take long: another process may count meanwhile.
        let unread = mail.unread(among: files)
        list = files
        try show(ListFormat.table.text(of: mail.rows(of: files), width: Output.columns))
        console.say(unread)
    }

    private mutating func show(_ file: MessageFile, of mail: Mail) throws(MailError) {
        try mail.show(file) { (text) throws(MailError) in try show(text) }
    }

    private mutating func show(_ text: String) throws(MailError) {
        try describing { (window) throws(Errno) in try window.show(text) }
    }

    private mutating func describing(_ body: (inout OwnWindow) throws(Errno) -> Void) throws(MailError) {
        do throws(Errno) { try body(&window) } catch {
            throw MailError(.inputOutput, "The window cannot be written to: \(error).")
        }
    }
}
