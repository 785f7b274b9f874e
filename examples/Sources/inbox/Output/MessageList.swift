import AppGroupText
import ArgumentParser
import MailReading

/// The format of a list of messages.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    case table, tsv, json

    /// Writes the list.
    ///
    /// - Parameter width: The columns of the terminal; nil to write every line in full.
    func text(of rows: [MessageRow], width: Int?) -> String {
        switch self {
        case .table: Self.table(of: rows, width: width ?? .max)
        case .tsv: rows.map(Self.tabSeparated).joined()
        case .json: Self.json(rows, layout: width == nil ? .compact : .pretty)
        }
    }

    private static func json(_ rows: [MessageRow], layout: JSONValue.Layout) -> String {
        let document: JSONValue = [
            "version": 1,
            "messages": .array(
                rows.map { row in
                    [
                        "id": .string(row.id), "unread": .bool(row.isUnread), "date": .string(row.date),
                        "sender": .string(row.sender), "subject": .string(row.subject),
                    ]
                }),
        ]
        var output = OutputBuffer()
        document.write(to: &output, layout: layout)
        return String(decoding: output.bytes, as: UTF8.self) + "\n"
    }

    private static func tabSeparated(_ row: MessageRow) -> String {
        [row.id, row.isUnread ? "unread" : "read", row.date, row.sender, row.subject].map(SafeText.tsv)
            .joined(separator: "\t") + "\n"
    }

    private static func table(of rows: [MessageRow], width: Int) -> String {
        let cells = rows.map { (row: $0, day: $0.day.harmless, sender: $0.sender.harmless) }
        let numberWidth = rows.last.map { String($0.number).count } ?? 0
        let senderWidth = min(24, cells.map { $0.sender.columns }.max() ?? 0)
        let dayWidth = min(16, cells.map { $0.day.columns }.max() ?? 0)
        return cells.map { row, day, sender in
            let number = String(row.number)
            let start = [
                String(repeating: " ", count: numberWidth - number.count) + number,
                row.isUnread ? "●" : " ",
                day.fitted(to: dayWidth),
                sender.fitted(to: senderWidth),
            ].joined(separator: " ")
            return "\(start)  \(row.subject.harmless)".cut(to: width) + "\n"
        }.joined()
    }
}

/// One message in a list. Its texts are those of the message: they can harm a terminal or break a line of a table.
struct MessageRow {
    /// The place in the whole list. The newest message is number 1.
    let number: Int
    let id: String
    let isUnread: Bool
    let date: String
    let sender: String
    let subject: String

    init(number: Int, file: MessageFile, header: Header) {
        self.number = number
        id = file.id
        isUnread = file.isUnread
        date = header.date ?? ""
        sender = header.sender?.displayName ?? "(nobody)"
        subject = header.subject ?? "(no subject)"
    }

    /// Day, month and year of a date in the usual form, `Fri, 21 Nov 2025 10:00:00 +0300`; any other date unchanged.
    var day: String {
        var words = date.split(separator: " ")
        if words.first?.hasSuffix(",") == true { words.removeFirst() }
        guard words.count >= 3, Int(words[0]) != nil, Int(words[2]) != nil else { return date }
        return words.prefix(3).joined(separator: " ")
    }
}

extension String {
    /// How many columns of a terminal this text takes.
    var columns: Int { DisplayWidth.of(self) }

    /// The text in exactly `width` columns: cut, or padded with spaces.
    func fitted(to width: Int) -> String {
        let text = cut(to: width)
        return text + String(repeating: " ", count: width - text.columns)
    }

    /// The text in at most `width` columns. If it is too long, an ellipsis replaces the end.
    func cut(to width: Int) -> String {
        if columns <= width { return self }
        var result = ""
        var room = width - 1
        for character in self {
            room -= DisplayWidth.of(character)
            if room < 0 { break }
            result.append(character)
        }
        return width > 0 ? result + "…" : ""
    }
}
