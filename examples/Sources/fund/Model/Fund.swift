import AppGroup
import ToolProgram

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

    /// A title for a text: its first line that says something, without the signs of a heading.
    static func title(of text: String) -> String {
        text.split(whereSeparator: \.isNewline).lazy
            .compactMap { line in fitting(String(line.drop { $0.isWhitespace || $0 == "#" })) }.first ?? "Untitled"
    }

    /// A title that a person gives. None is shortened: nobody would find the note under the title that they gave.
    ///
    /// - Throws: A ``ToolError`` if nothing is left of it, or if it is too long.
    static func given(_ title: String) throws(ToolError) -> String {
        guard let title = checked(title) else { throw .unreadable("A title needs at least one letter.") }
        let length = title.unicodeScalars.count
        guard length <= titleLimit else {
            throw .unreadable("This title has \(length) characters; a title may have \(titleLimit).")
        }
        return title
    }

    /// A title without spaces at its ends and without line breaks; nil if nothing is left.
    static func checked(_ title: String) -> String? {
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// The same, without the end of one that is too long.
    static func fitting(_ title: String) -> String? {
        guard let title = checked(title) else { return nil }
        var length = 0
        let beginning = title.prefix { character in
            length += character.unicodeScalars.count
            return length <= titleLimit
        }
        return beginning.isEmpty ? nil : String(beginning)
    }
}
