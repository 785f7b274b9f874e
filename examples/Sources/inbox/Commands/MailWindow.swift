import MailReading
import ToolSupport

/// Shows the list and the messages that its user asks for, in a window that was opened for inbox, until they close it.
struct MailWindow {
    private var window = OwnWindow(columns: \.columns)

    /// Begins with what a link asks for.
    mutating func run(_ link: InboxLink) {
        attempt { (window) throws(MailError) in
            switch link {
            case .list: try Self.showList(in: &window)
            case .message(let id):
                let mail = try Mail()
                try Self.show(mail.file(id: id), of: mail, in: &window)
            }
        }
        while let answer = window.ask(question) {
            attempt { (window) throws(MailError) in
                if !answer.isEmpty {
                    let mail = try Mail()
                    try Self.show(mail.file(answer), of: mail, in: &window)
                } else if window.hasMore {
                    try Self.describing { () throws(Errno) in try window.showMore() }
                } else {
                    try Self.showList(in: &window)
                }
            }
        }
    }

    private var question: String {
        "A number shows a message, Enter \(window.hasMore ? "the next page" : "the list"), q closes:"
    }

    /// Does something. If it fails, the window says why and stays.
    private mutating func attempt(_ body: (inout OwnWindow) throws(MailError) -> Void) {
        do throws(MailError) { try body(&window) } catch { console.say(error) }
    }

    private static func showList(in window: inout OwnWindow) throws(MailError) {
        let mail = try Mail()
        let files = try mail.files()
        try show(ListFormat.table.text(of: mail.rows(of: files), width: Output.columns), in: &window)
        console.say(mail.unread(among: files))
    }

    private static func show(_ file: MessageFile, of mail: Mail, in window: inout OwnWindow) throws(MailError) {
        try mail.show(file) { (text) throws(MailError) in try show(text, in: &window) }
    }

    private static func show(_ text: String, in window: inout OwnWindow) throws(MailError) {
        try describing { () throws(Errno) in try window.show(text) }
    }

    private static func describing(_ body: () throws(Errno) -> Void) throws(MailError) {
        do throws(Errno) { try body() } catch {
            throw MailError(.inputOutput, "The window cannot be written to: \(error).")
        }
    }
}
