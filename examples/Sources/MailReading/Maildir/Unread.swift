/// What waits for its reader in a Maildir.
public struct Unread: Hashable, Sendable, CustomStringConvertible {
    /// How many messages are unread.
    public let count: Int

    /// Who sent the newest of the unread messages, harmless to show; nil where nothing is unread, or nobody is named.
    public let newestSender: String?

    /// A few words for a person, such as `2 unread, the newest from Ada`.
    public var description: String {
        guard count > 0 else { return "nothing unread" }
        return newestSender.map { "\(count) unread, the newest from \($0)" } ?? "\(count) unread"
    }
}

extension Maildir {
    /// Counts what is unread among files listed newest first, and opens the newest of it.
    public func unread(among files: [MessageFile]) -> Unread {
        let unread = files.filter(\.isUnread)
        let newest = unread.first.flatMap { try? header(of: $0) }
        return Unread(count: unread.count, newestSender: newest?.sender?.displayName.harmless)
    }
}
