/// A message as the name of its file tells of it: `UNIQUE:2,FLAGS` in `new/` or `cur/` of a ``Maildir``.
public struct MessageFile: Hashable, Sendable {
    /// Where messages lie: `new/` until a reader has seen that they are there, then `cur/`.
    public enum Folder: Sendable { case new, cur }

    /// Where the file lies.
    public let folder: Folder

    /// The whole name, flags included.
    public let name: String

    /// The unique part of the name, before the colon, which stays when the message is moved or flagged.
    public let id: String

    /// The flags in the order of ASCII, such as `FS`: a capital is the standard's, a small letter the reader's own.
    public let flags: String

    /// When the message was delivered, in seconds since 1970: names begin with it, and where one doesn't it is the time
    /// of the file's last change.
    public let delivered: Int

    init(folder: Folder, name: String, modified: @autoclosure () -> Int? = nil) {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        self.folder = folder
        self.name = name
        id = String(parts[0])
        flags = parts.count == 2 && parts[1].hasPrefix("2,") ? String(parts[1].dropFirst(2)) : ""
        delivered = Int(name.prefix { $0.isASCII && $0.isWholeNumber }) ?? modified() ?? 0
    }

    /// Whether it waits for its reader: it lies in `new/`, or lacks the flag S, for seen.
    public var isUnread: Bool { folder == .new || !flags.contains("S") }

    /// The file that this one becomes once it is read.
    var read: MessageFile {
        let flags = String(Set(flags).union("S").sorted())
        return MessageFile(folder: .cur, name: "\(id):2,\(flags)")
    }
}
