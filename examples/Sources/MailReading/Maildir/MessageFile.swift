/// The file of a message, which has the name `UNIQUE:2,FLAGS` and is in `new/` or `cur/` of a ``Maildir``.
public struct MessageFile: Hashable, Sendable {
    /// The folder of a message: `new/` until a mail reader has noticed it, then `cur/`.
    public enum Folder: Sendable { case new, cur }

    /// The folder that contains the file.
    public let folder: Folder

    /// The complete name, including the flags.
    public let name: String

    /// The unique part of the name, before the colon. It stays the same when the message is moved or flagged.
    public let id: String

    /// The flags in ASCII order, such as `FS`. The standard defines the capital letters; mail readers may use the others.
    public let flags: String

    /// When the message was delivered, in seconds since 1970: the number at the beginning of the name or, if there is none,
    /// the time of the file's last change.
    public let delivered: Int

    init(folder: Folder, name: String, modified: @autoclosure () -> Int? = nil) {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        self.folder = folder
        self.name = name
        id = String(parts[0])
        flags = parts.count == 2 && parts[1].hasPrefix("2,") ? String(parts[1].dropFirst(2)) : ""
        delivered = Int(name.prefix { $0.isASCII && $0.isWholeNumber }) ?? modified() ?? 0
    }

    /// Whether it is unread: it is in `new/`, or lacks the flag S (seen).
    public var isUnread: Bool { folder == .new || !flags.contains("S") }

    /// The file after the message was marked as read.
    var read: MessageFile {
        let flags = String(Set(flags).union("S").sorted())
        return MessageFile(folder: .cur, name: "\(id):2,\(flags)")
    }
}
