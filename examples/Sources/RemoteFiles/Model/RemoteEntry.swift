public import AppGroup

/// A file or a folder on a drive.
public struct RemoteEntry: Hashable, Sendable {
    /// Where it is.
    public let path: RemotePath
    /// Whether it is a folder.
    public let isFolder: Bool
    /// How many bytes a file has; nil for a folder, or if the drive doesn't know.
    public let size: Int?
    /// When it changed last; nil if the drive doesn't know.
    public let modified: Timestamp?

    /// An entry.
    public init(path: RemotePath, isFolder: Bool, size: Int?, modified: Timestamp?) {
        (self.path, self.isFolder, self.size, self.modified) = (path, isFolder, size, modified)
    }

    /// Its name.
    public var name: String { path.name }
}

/// The part of a file that a drive is about to send.
public struct RemotePart: Hashable, Sendable {
    /// The position of its first byte, from 0.
    public let start: Int
    /// How many bytes the whole file has; nil if the drive doesn't know.
    public let size: Int?
    /// What identifies exactly these bytes of the file, in a form that only the drive understands; nil if nothing does.
    public let version: String?
    /// When the file changed last; nil if the drive doesn't know.
    public let modified: Timestamp?

    /// A part.
    public init(start: Int, size: Int?, version: String?, modified: Timestamp?) {
        (self.start, self.size, self.version, self.modified) = (start, size, version, modified)
    }
}
