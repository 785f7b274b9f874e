import AppGroupPlatform
import ArgumentParser
import MailReading
import ToolProgram
import ToolSupport

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the messages, newest first. A dot marks unread messages."
    )

    @Flag(help: "List only unread messages.")
    var unread = false

    @Option(help: "List at most this many messages.")
    var limit: Int?

    @Option(help: "The format of the list. The fields of tsv are ID, unread or read, date, sender, subject.")
    var format = ListFormat.table

    @Flag(
        name: .customLong("family"),
        help: "List the apps of inbox's group with their badges instead, those that need you first.")
    var showsGroup = false

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit); it must be 1 or more.") }
        if showsGroup, unread || limit != nil || format != .table {
            throw ValidationError(
                "--family takes no other option. To read the apps in a script: launcher list --format json")
        }
    }

    func run() throws {
        if showsGroup { return try Output.write(Membership.widget()) }
        let (mail, files): (Mail, [MessageFile])
        do {
            mail = try Mail()
            files = try mail.files()
        } catch {
            Membership.inbox.noteOpening()
            throw error
        }
        // Before anything is printed: the reader of the output may close it early.
        let found = mail.unread(among: files, isOpening: true)
        let rows = mail.rows(of: files, onlyUnread: unread, limit: limit)
        try Output.write(format.text(of: rows, width: StandardStream.output.columns))
        if format == .table { console.say(found) }
    }
}

extension Mail {
    /// The rows of a list. A message that cannot be read is reported and left out.
    ///
    /// - Parameter limit: How many rows there may be; nil for any number.
    func rows(of files: [MessageFile], onlyUnread: Bool = false, limit: Int? = nil) -> [MessageRow] {
        var rows: [MessageRow] = []
        var moved = MovedMessages()
        for (index, file) in files.enumerated() where file.isUnread || !onlyUnread {
            if rows.count == limit { break }
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
