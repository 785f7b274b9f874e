import ArgumentParser
import MailReading

struct OpenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-url",
        abstract: "Opens inbox://, the list, or inbox://message?id=ID, a message."
    )

    @Argument(help: "The link, percent-encoded where need be; without one, the list.")
    var url = "inbox://"

    func run() throws {
        switch try InboxLink(parsing: url) {
        case .list:
            try ListCommand.parse([]).run()
        case .message(let id):
            Family.noteOpening()
            let mail = try Mail()
            try Output.standard.print(mail.page(mail.file(id: id)))
        }
    }
}
