/// The path of a file or a folder on a drive: names below the drive's root, such as `/Reports/2026 Q3.pdf`.
public struct RemotePath: Hashable, Sendable, CustomStringConvertible {
    /// The names on the way from the root; none for the root itself.
    public let names: [String]

    /// The longest path, in bytes of UTF-8, as in Linux.
    public static let maximumLength = 4096

    /// The root of a drive.
    public static let root = RemotePath(names: [])

    private init(names: [String]) { self.names = names }

    /// Reads a path. It may begin and end with a slash.
    ///
    /// - Returns: nil if it is too long, or if a name is empty, `.` or `..`, or contains NUL.
    public init?(_ text: String) {
        let inner = text.utf8.drop { $0 == UInt8(ascii: "/") }
        guard text.utf8.count <= Self.maximumLength else { return nil }
        var path = RemotePath.root
        let parts = inner.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, name) in parts.enumerated() where !(name.isEmpty && index == parts.count - 1) {
            guard let next = path.child(String(Substring(name))) else { return nil }
            path = next
        }
        self = path
    }

    /// The path of something in this folder; nil if the name is empty, `.` or `..`, or contains a slash or NUL.
    public func child(_ name: String) -> RemotePath? {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 0 || $0 == 0x2F }) else {
            return nil
        }
        return RemotePath(names: names + [name])
    }

    /// Whether this is the drive's root.
    public var isRoot: Bool { names.isEmpty }

    /// The last name; empty for the root.
    public var name: String { names.last ?? "" }

    /// The folder that it is in; the root for the root.
    public var parent: RemotePath { RemotePath(names: names.dropLast()) }

    /// Whether this is another path or below it.
    public func isInside(_ other: RemotePath) -> Bool { names.starts(with: other.names) }

    /// The path with a slash at its beginning, and none at its end: `/Reports/2026 Q3.pdf`; `/` for the root.
    public var description: String { "/" + names.joined(separator: "/") }
}
