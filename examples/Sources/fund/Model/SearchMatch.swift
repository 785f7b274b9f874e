import AppGroup

/// What can be found.
enum SearchKind: Int64, Sendable {
    case file = 1
    case note = 2
    case news = 3
    case mail = 4
}

/// Something that contains a text.
struct SearchMatch: Sendable {
    let kind: SearchKind
    /// The number of the file, the note, the item or the message.
    let owner: Int64
    let date: Timestamp
}
