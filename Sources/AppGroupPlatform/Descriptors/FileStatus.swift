#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the file system says of a file.
package struct FileStatus {
    package enum Kind { case file, folder, link, other }

    /// Which file it is, whatever its name: the device and the inode.
    package struct Identity: Hashable {
        package let device: UInt64
        package let inode: UInt64
    }

    package let kind: Kind
    package let permissions: UInt32
    package let owner: UInt32
    package let size: Int64
    package let identity: Identity
    /// How many names the file has; 0 once it is deleted.
    package let links: Int
    /// When the file was last changed.
    package let modification: Moment
    /// When the file, its permissions or its names were last changed: a file that is renamed, deleted or linked changes, too.
    package let change: Moment

    /// A moment as the file system notes it. Not an array: a tool looks at a dozen files when it starts.
    package struct Moment: Hashable, Comparable {
        /// Since 1970.
        package let seconds: Int
        package let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }

        package static func < (left: Moment, right: Moment) -> Bool {
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
