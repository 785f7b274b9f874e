#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the file system says of a file.
public struct FileStatus: Sendable {
    /// Kinds of files.
    public enum Kind: Sendable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A symbolic link.
        case link
        /// Something else, such as a pipe or a device.
        case other
    }

    /// Which file it is, whatever its name: the device and the inode.
    public struct Identity: Hashable, Sendable {
        /// The file system that it is on.
        public let device: UInt64
        /// Its number there.
        public let inode: UInt64
    }

    /// What kind of file it is.
    public let kind: Kind
    /// The bits of chmod(2), such as 0o644.
    public let permissions: UInt32
    /// The number of the user to whom it belongs.
    public let owner: UInt32
    /// Its size in bytes.
    public let size: Int64
    /// Which file it is.
    public let identity: Identity
    /// How many names the file has; 0 once it is deleted.
    public let links: Int
    /// When the file was last changed.
    public let modification: Moment
    /// When the file, its permissions or its names were last changed: a file that is renamed, deleted or linked changes, too.
    public let change: Moment

    /// A moment as the file system notes it. Not an array: a tool looks at a dozen files when it starts.
    public struct Moment: Hashable, Comparable, Sendable {
        /// Since 1970.
        public let seconds: Int
        /// After the second; 0 if the file system doesn't know them.
        public let nanoseconds: Int

        /// A moment since 1970.
        public init(seconds: Int, nanoseconds: Int = 0) {
            (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
        }

        init(_ time: timespec) { self.init(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec)) }

        /// Whether a moment is before another one.
        public static func < (left: Moment, right: Moment) -> Bool {
            (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
        }
    }

    init(_ status: stat) {
        kind =
            switch UInt32(status.st_mode) & UInt32(S_IFMT) {
            case UInt32(S_IFREG): .file
            case UInt32(S_IFDIR): .folder
            case UInt32(S_IFLNK): .link
            default: .other
            }
        permissions = UInt32(status.st_mode) & 0o7777
        owner = status.st_uid
        size = Int64(status.st_size)
        links = Int(status.st_nlink)
        #if canImport(Darwin)
        modification = Moment(status.st_mtimespec)
        change = Moment(status.st_ctimespec)
        #else
        modification = Moment(status.st_mtim)
        change = Moment(status.st_ctim)
        #endif
        identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Whether its owner may execute it.
    package var isExecutable: Bool { permissions & 0o100 != 0 }

    /// Whether users other than the owner may write.
    package var isWritableByOthers: Bool { permissions & 0o022 != 0 }
}
