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
        help: "List the apps of inbox's group with their badges instead, those that need you first.")
    var showsGroup = false

    func run() throws {
        if showsGroup { return try Output.print(Membership.widget()) }
        let (mail, files): (Mail, [MessageFile])
        do {
            mail = try Mail()
            files = try mail.files()
        } catch {
            Membership.noteOpening()
            throw error
        }
        // Before anything is printed: the reader of the output may close it early.
        let found = mail.unread(among: files, isOpening: true)
        try Output.print(format.text(of: mail.rows(of: files, onlyUnread: unread), width: Output.columns))
        if format == .table { console.say(found) }
    }
}

extension Mail {
    /// The rows of a list. A message that cannot be read is reported and left out.
    func rows(of files: [MessageFile], onlyUnread: Bool = false) -> [MessageRow] {
        var rows: [MessageRow] = []
        var moved = MovedMessages()
        for (index, file) in files.enumerated() where file.isUnread || !onlyUnread {
            do throws(MailError) {
                guard let header = try maildir.header(of: file, moved: &moved) else { continue }
                rows.append(MessageRow(number: index + 1, file: file, header: header))
            } catch {
                console.say(error)
            }
        }
        return rows
    }
}
