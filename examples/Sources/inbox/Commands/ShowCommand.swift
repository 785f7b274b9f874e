import ArgumentParser
import MailReading

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Prints a message. It stays unread."
    )

    @Argument(help: "Its number in the list, its id, or its Message-ID.")
    var message: String

    func run() throws {
        Family.noteOpening()
        let mail = try Mail()
        try Output.standard.print(mail.page(mail.file(message)))
    }
}
