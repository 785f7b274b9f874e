/// The unread messages in a Maildir.
public struct Unread: Hashable, Sendable, CustomStringConvertible {
    /// How many there are.
    public let count: Int

    /// Who sent the newest of them, made harmless; nil if there is none, or if it names no sender.
    public let newestSender: String?

    /// A few words for the user, such as `2 unread, the newest from Ada`.
    public var description: String {
        guard count > 0 else { return "nothing unread" }
        return newestSender.map { "\(count) unread, the newest from \($0)" } ?? "\(count) unread"
    }
}

extension Maildir {
    /// Counts the unread messages among files, and reads the header of the newest one.
    ///
    /// - Parameter files: Files in the order of ``files()``.
    public func unread(among files: [MessageFile]) -> Unread {
        let unread = files.filter(\.isUnread)
        let newest = unread.first.flatMap { try? header(of: $0) }
        return Unread(count: unread.count, newestSender: newest?.sender?.displayName.harmless)
    }
}
