import ArgumentParser
import MailReading

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the messages, newest first. A dot marks unread messages."
    )

    @Flag(help: "List only unread messages.")
    var unread = false

    @Option(help: "The format of the list. The fields of tsv are ID, unread or read, date, sender, subject.")
    var format = ListFormat.table

    @Flag(
        name: .customLong("family"),
        help: "Show the apps of inbox's group instead: the last used and the most used, with badges.")
    var showsGroup = false

    func run() throws {
        if showsGroup { return try Console.print(Membership.widget()) }
        Membership.noteOpening()
        let mail = try Mail()
        let files = try mail.maildir.files()
        var rows: [MessageRow] = []
        for (index, file) in files.enumerated() where file.isUnread || !unread {
            do throws(MailError) {
                guard let header = try mail.maildir.header(of: file) else { continue }
                rows.append(MessageRow(number: index + 1, file: file, header: header))
            } catch {
                Console.say(error)
            }
        }
        try Console.print(format.text(of: rows, width: Console.columns))

        let unread = mail.unread(among: files)
        if format == .table { Console.say(unread) }
    }
}
