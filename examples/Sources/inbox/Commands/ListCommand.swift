import ArgumentParser
import MailReading

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the messages, newest first, a dot at what is unread. (default)"
    )

    @Flag(help: "Leave out what has been read.")
    var unread = false

    @Option(help: "table, or tsv: id, unread or read, date, sender, subject.")
    var format = ListFormat.table

    @Flag(help: "Show inbox's family instead: what was used last and most, with badges.")
    var family = false

    func run() throws {
        if family { return try Output.standard.print(Family.drawing()) }
        Family.noteOpening()
        let mail = try Mail()
        let files = try mail.maildir.files()
        var rows: [MessageRow] = []
        for (index, file) in files.enumerated() where file.isUnread || !unread {
            do throws(MailError) {
                guard let header = try mail.maildir.header(of: file) else { continue }
                rows.append(MessageRow(number: index + 1, file: file, header: header))
            } catch {
                Inbox.say(error)
            }
        }
        try Output.standard.print(format.text(of: rows, width: Output.standard.columns))

        let unread = mail.unread(among: files)
        if format == .table { Inbox.say(unread) }
    }
}
