import MailReading

/// One message as a list shows it. Nothing in it can harm a terminal or break a line of a table.
struct MessageRow {
    /// Its place in the whole list, from 1, the newest.
    let number: Int
    let id: String
    let isUnread: Bool
    let date: String
    let sender: String
    let subject: String

    init(number: Int, file: MessageFile, header: Header) {
        self.number = number
        id = file.id.harmless
        isUnread = file.isUnread
        date = (header.date ?? "").harmless
        sender = (header.sender?.displayName ?? "(nobody)").harmless
        subject = (header.subject ?? "(no subject)").harmless
    }

    /// Day, month and year of a date in the usual form, `Fri, 21 Nov 2025 10:00:00 +0300`; any other date as it stands.
    var day: String {
        var words = date.split(separator: " ")
        if words.first?.hasSuffix(",") == true { words.removeFirst() }
        guard words.count >= 3, Int(words[0]) != nil, Int(words[2]) != nil else { return date }
        return words.prefix(3).joined(separator: " ")
    }
}
