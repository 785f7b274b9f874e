import AppGroupPlatform
import MailReading
import ToolProgram
import ToolSupport

/// Shows the list and the messages that its user asks for, in a window that was opened for inbox, until they close it.
struct MailWindow {
    private var window = OwnWindow()
    /// The list that was shown last, in which the user finds a message's number; nil if none was shown yet.
    private var list: [MessageFile]?

    /// Begins with what a link asks for.
    mutating func run(_ link: InboxLink) {
        console.attempt { try open(link) }
        while let answer = window.ask(question) {
            console.attempt { try obey(answer) }
        }
    }

    private var question: String {
        "A number shows a message, Enter \(window.hasMore ? "the next page" : "the list"), q closes:"
    }

    private mutating func open(_ link: InboxLink) throws {
        switch link {
        case .list: try showList()
        case .message(let id):
            let mail = try Mail()
            try show(mail.file(id: id), of: mail)
        }
    }

    private mutating func obey(_ answer: String) throws {
        if !answer.isEmpty {
            let mail = try Mail()
            try show(file(answer, in: mail), of: mail)
        } else if window.hasMore {
            try write { (window) throws(SystemError) in try window.showMore() }
        } else {
            try showList()
        }
    }

    private func file(_ answer: String, in mail: Mail) throws -> MessageFile {
        guard let list else { return try mail.file(answer, in: mail.maildir.files()) }
        if let file = Mail.file(numbered: answer, in: list) { return file }
        return try mail.file(id: answer)
    }

    private mutating func showList() throws {
        let mail = try Mail()
        let files = try mail.files()
        // Before the headers are read and shown, which may take long: another process may count meanwhile.
        let unread = mail.unread(among: files)
        list = files
        try show(ListFormat.table.text(of: mail.rows(of: files), width: StandardStream.output.columns))
        console.say(unread)
    }

    private mutating func show(_ file: MessageFile, of mail: Mail) throws {
        try mail.show(file) { try show($0) }
    }

    private mutating func show(_ text: String) throws {
        try write { (window) throws(SystemError) in try window.show(text) }
    }

    private mutating func write(_ body: (inout OwnWindow) throws(SystemError) -> Void) throws(ToolError) {
        do throws(SystemError) { try body(&window) } catch {
            throw .inputOutput("The window cannot be written to: \(error).")
        }
    }
}
