import AppGroup
import ArgumentParser
import MailReading

struct OpenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Open a link: inbox:// lists messages, inbox://message?id=ID shows one."
    )

    @Argument(help: "The link, percent-encoded. Without a link, list the messages.")
    var url = "inbox://"

    func run() throws {
        let link = try InboxLink(parsing: url)
        if Membership.hasOwnWindow {
            Membership.noteOpening()
            var window = MailWindow()
            return window.run(link)
        }
        switch link {
        case .list:
            try ListCommand.parse([]).run()
        case .message(let id):
            Membership.noteOpening()
            let mail = try Mail()
            try mail.show(mail.file(id: id))
        }
    }
}

/// The request in an `inbox:` URL.
enum InboxLink: Equatable {
    /// `inbox://`
    case list
    /// `inbox://message?id=ID`
    case message(id: String)

    init(parsing text: String) throws(MailError) {
        let url: AppURL
        do { url = try AppURL(text) } catch { throw MailError(.badData, error.description) }
        switch (url.scheme, url.host.lowercased()) {
        case ("inbox", ""):
            self = .list
        case ("inbox", "message"):
            guard let id = url[query: "id"], !id.isEmpty else {
                throw MailError(.badData, "The link names no message. The form is inbox://message?id=ID")
            }
            self = .message(id: id)
        default:
            throw MailError(.badData, "inbox opens inbox:// and inbox://message?id=ID, but not \(text)")
        }
    }
}
