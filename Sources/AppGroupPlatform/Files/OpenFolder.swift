#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open folder. The names in it are looked up in the folder itself, and a symbolic link is never followed. So what is
/// deleted or renamed lies in this folder, whatever happens to its path in the meantime.
///
/// A name is that of one entry. A path, `.` and `..` fail with `EINVAL`.
package final class OpenFolder: Sendable {
    let descriptor: Descriptor

    private static let flags = O_RDONLY | O_DIRECTORY

    /// Opens a folder. A link in its place fails with `ENOTDIR`; links above it are followed.
    ///
    /// - Parameter followsLink: Whether the path itself may be a link.
    package init(_ path: String, followsLink: Bool = false) throws(SystemError) {
        descriptor = try Descriptor(opening: path, Self.flags | (followsLink ? 0 : O_NOFOLLOW))
    }

    private init(_ name: [CChar], in folder: borrowing Descriptor) throws(SystemError) {
        descriptor = try Descriptor(opening: name, in: folder, Self.flags | O_NOFOLLOW)
    }

    /// Opens a folder in this one. A link in its place fails with `ENOTDIR`.
    package func folder(_ name: String) throws(SystemError) -> OpenFolder {
        try OpenFolder(Self.checked(name), in: descriptor)
    }

    package func status() throws(SystemError) -> FileStatus { try descriptor.status() }

    /// The status of an entry; of a link, that of the link itself.
    package func status(of name: String) throws(SystemError) -> FileStatus { try status(Self.checked(name)) }

    /// Whether an entry is a folder, and no link to one.
    package func isFolder(_ name: String) -> Bool { (try? status(of: name).kind) == .folder }

    /// The names in the folder, without `.` and `..`, in no order. Bytes of a name that are not UTF-8 become U+FFFD.
    package func names() throws(SystemError) -> [String] {
        try entries().map { entry in
            entry.withUnsafeBytes { String(decoding: UnsafeRawBufferPointer(rebasing: $0.dropLast()), as: UTF8.self) }
        }
    }

    /// Waits until the names in the folder are on the disk, if the file system can do that.
    package func synchronize() { try? descriptor.synchronize() }

    // MARK: - Names as the system has them

    /// An entry's name, with the zero byte that ends it.
    static func checked(_ name: String) throws(SystemError) -> [CChar] {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 0 || $0 == slash }) else {
            throw .invalid
        }
        return Array(name.utf8CString)
    }

    private static let slash = UInt8(ascii: "/")

    private func status(_ name: [CChar]) throws(SystemError) -> FileStatus {
        var status = stat()
        try SystemError.retrying { fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) }
        return FileStatus(status)
    }

    /// The names in the folder, each with the zero byte that ends it, without `.` and `..`, in no order.
    ///
    /// - Throws: An error in the middle, too: otherwise, a failing disk would make a list shorter.
    func entries() throws(SystemError) -> [[CChar]] {
        // The stream moves through its descriptor and closes it, so it gets one of its own.
        let number = try SystemError.retrying { openat(descriptor.number, ".", Self.flags | O_CLOEXEC) }
        guard let stream = fdopendir(number) else {
            let error = SystemError.last
            close(number)
            throw error
        }
        defer { closedir(stream) }
        var entries: [[CChar]] = []
        // `readdir` returns nothing at the end and if it fails; only `errno` distinguishes them.
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                }
            }
            if name != Self.this, name != Self.parent { entries.append(name) }
            errno = 0
        }
        let error = SystemError.last
        guard error.number == 0 else { throw error }
        return entries
    }

    private static let this = Array(".".utf8CString)
    private static let parent = Array("..".utf8CString)
}

extension OpenFolder {
    /// Removes an entry and, if it is a folder, everything in it, even what its owner may not write. A link is removed,
    /// but not what it leads to.
    package func removeTree(_ name: String) throws(SystemError) { try removeTree(Self.checked(name)) }

    private func removeTree(_ name: [CChar]) throws(SystemError) {
        let status = try status(name)
        guard status.kind == .folder else {
            try SystemError.retrying { unlinkat(descriptor.number, name, 0) }
            return
        }
        if status.permissions & 0o700 != 0o700 {
            try SystemError.retrying { fchmodat(descriptor.number, name, 0o700, AT_SYMLINK_NOFOLLOW) }
        }
        let folder = try OpenFolder(name, in: descriptor)
        for entry in try folder.entries() { try folder.removeTree(entry) }
        try SystemError.retrying { unlinkat(descriptor.number, name, AT_REMOVEDIR) }
    }
}
