import AppGroup

/// A fund: a folder of files, with notes and feeds.
struct Fund: Identifiable, Sendable {
    /// Its number in the store.
    let id: Int64
    let name: String
    let created: Timestamp
}

/// A fund in a list, with the number of its files and notes and of its unread news and mail.
struct FundSummary: Sendable {
    let fund: Fund
    let files: Int
    let notes: Int
    let unread: Int
    /// When its newest file, note or message appeared; nil if there is none.
    let latest: Timestamp?
}

/// A text that the user keeps with a fund.
struct Note: Identifiable, Sendable {
    let id: Int64
    let fund: Fund.ID
    /// Unique in its fund.
    let title: String
    let text: String
    let changed: Timestamp
}

extension Note {
    /// The longest note, in bytes of UTF-8.
    static let maximumLength = 4 << 20

    /// The longest title, in Unicode scalars.
    static let titleLimit = 120

    /// A title for a text: its first line that says something.
    static func title(of text: String) -> String {
        text.split(whereSeparator: \.isNewline).lazy.compactMap { checked(String($0)) }.first ?? "Untitled"
    }

    /// A title without spaces at its ends and without line breaks; nil if nothing is left.
    static func checked(_ title: String) -> String? {
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let line = words.drop { $0.isWhitespace || $0 == "#" }.unicodeScalars.prefix(titleLimit)
        return line.isEmpty ? nil : String(String.UnicodeScalarView(line))
    }
}
