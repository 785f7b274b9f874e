import ArgumentParser
import ToolProgram
import ToolSupport

struct OpenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Open a link: inbox:// lists messages, inbox://message?id=ID shows one."
    )

    @Argument(help: "The link, percent-encoded. Without a link, list the messages.")
    var url = "inbox://"

    func run() throws {
        let link = try InboxLink(parsing: url)
        if Membership.inbox.takesOwnWindow {
            Membership.inbox.noteOpening()
            var window = MailWindow()
            return window.run(link)
        }
        switch link {
        case .list:
            try ListCommand.parse([]).run()
        case .message(let id):
            Membership.inbox.noteOpening()
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

    init(parsing text: String) throws(ToolError) {
        let link = try ToolLink(parsing: text, scheme: "inbox", forms: ["": [], "message": ["id"]])
        guard link.place == "message" else {
            self = .list
            return
        }
        guard let id = link["id"], !id.isEmpty else {
            throw .unreadable("The link names no message. The form is inbox://message?id=ID")
        }
        self = .message(id: id)
    }
}
