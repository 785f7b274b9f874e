#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the file system says of a file.
struct FileStatus {
    enum Kind { case file, directory, link, other }

    /// Which file it is, whatever its name: the device and the inode.
    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    let kind: Kind
    let permissions: UInt32
    let owner: UInt32
    let size: Int64
    let identity: Identity
    /// How many names the file has; 0 once it is deleted.
    let links: Int

    init(_ status: stat) {
        kind =
            switch UInt32(status.st_mode) & UInt32(S_IFMT) {
            case UInt32(S_IFREG): .file
            case UInt32(S_IFDIR): .directory
            case UInt32(S_IFLNK): .link
            default: .other
            }
        permissions = UInt32(status.st_mode) & 0o7777
        owner = status.st_uid
        size = Int64(status.st_size)
        links = Int(status.st_nlink)
        identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Whether somebody other than the owner may write.
    var isWritableByOthers: Bool { permissions & 0o022 != 0 }
}
