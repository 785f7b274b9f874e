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
        let beginning = title.marked("", scalars: titleLimit)
        return beginning.isEmpty ? nil : beginning
    }

    /// A title with a mark that tells it from another one, such as “ (2)”. It has no more characters than a title may have, unless the
    /// mark alone is longer: other devices and people can use it as any other title.
    static func title(_ title: String, marked mark: String) -> String { title.marked(mark, scalars: titleLimit) }
}

extension String {
    /// This text with a mark at its end. If both would be too long, the text loses as many whole characters of its end as needed, and
    /// the space before them.
    ///
    /// - Parameters:
    ///   - scalars: How many Unicode scalars the result may have.
    ///   - bytes: How many bytes of UTF-8 it may have.
    func marked(_ mark: String, scalars: Int, bytes: Int = .max) -> String {
        var room = (scalars: scalars - mark.unicodeScalars.count, bytes: bytes - mark.utf8.count)
        let beginning = prefix { character in
            room.scalars -= character.unicodeScalars.count
            room.bytes -= character.utf8.count
            return room.scalars >= 0 && room.bytes >= 0
        }
        guard beginning.endIndex < endIndex, let last = beginning.lastIndex(where: { !$0.isWhitespace }) else {
            return beginning + mark
        }
        return beginning[...last] + mark
    }
}
