#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open folder. The names in it are looked up in the folder itself, and a symbolic link is followed only to look at what it
/// leads to. So what is deleted or renamed lies in this folder, whatever happens to its path in the meantime.
///
/// A name is that of one entry. A path, `.` and `..` fail with `EINVAL`.
public final class OpenFolder: Sendable {
    let descriptor: Descriptor

    private static let flags = O_RDONLY | O_DIRECTORY

    /// Opens a folder. A link in its place fails with `ENOTDIR`; links above it are followed.
    ///
    /// - Parameter followsLink: Whether the path itself may be a link.
    public init(_ path: String, followsLink: Bool = false) throws(SystemError) {
        descriptor = try Descriptor(opening: path, Self.flags | (followsLink ? 0 : O_NOFOLLOW))
    }

    /// Opens a folder only to make, look up or remove what is in it, which needs no permission to read its names. Links are
    /// followed.
    init(reaching path: String) throws(SystemError) {
        #if canImport(Darwin)
        descriptor = try Descriptor(opening: path, O_SEARCH)
        #else
        // O_PATH, a GNU extension that the C library's Swift module leaves out.
        descriptor = try Descriptor(opening: path, O_DIRECTORY | 0o10_000_000)
        #endif
    }

    private init(_ name: [CChar], in folder: borrowing Descriptor) throws(SystemError) {
        descriptor = try Descriptor(opening: name, in: folder, Self.flags | O_NOFOLLOW)
    }

    /// Opens a folder in this one. A link in its place fails with `ENOTDIR`.
    public func folder(_ name: String) throws(SystemError) -> OpenFolder {
        try OpenFolder(Self.checked(name), in: descriptor)
    }

    package func status() throws(SystemError) -> FileStatus { try descriptor.status() }

    /// The status of an entry.
    ///
    /// - Parameter followingLink: Whether a symbolic link stands for what it leads to. Otherwise the link itself counts.
    public func status(of name: String, followingLink: Bool = false) throws(SystemError) -> FileStatus {
        try status(Self.checked(name), followingLink: followingLink)
    }

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

    private func status(_ name: [CChar], followingLink: Bool = false) throws(SystemError) -> FileStatus {
        var status = stat()
        let flags = followingLink ? 0 : AT_SYMLINK_NOFOLLOW
        try SystemError.retrying { fstatat(descriptor.number, name, &status, flags) }
        return FileStatus(status)
    }

    /// Reads the folder, in no order.
    ///
    /// - Parameters:
    ///   - leavingOut: Receives each name that is not UTF-8, in a form to show.
    ///   - body: Receives each other name but `.` and `..`, with its kind; `nil` if the folder doesn't know it.
    public func eachName(
        leavingOut: (String) -> Void = { _ in }, _ body: (String, FileStatus.Kind?) -> Void
    ) throws(SystemError) {
        try eachEntry { entry, kind in
            if let name = String(validatingCString: entry) {
                body(name, kind)
            } else {
                leavingOut(Paths.shown(Self.name(entry)))
            }
        }
    }

    /// The names in the folder, each with the zero byte that ends it, without `.` and `..`, in no order.
    package func entries() throws(SystemError) -> [[CChar]] {
        var entries: [[CChar]] = []
        try eachEntry { entry, _ in entries.append(Self.name(entry)) }
        return entries
    }

    private static func name(_ entry: UnsafePointer<CChar>) -> [CChar] {
        Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1))
    }

    /// Reads the folder without `.` and `..`, in no order.
    ///
    /// - Parameter body: Receives each name, and the entry's kind; `nil` if the folder doesn't know it.
    /// - Throws: An error in the middle, too: otherwise, a failing disk would make a list shorter.
    private func eachEntry(_ body: (UnsafePointer<CChar>, FileStatus.Kind?) -> Void) throws(SystemError) {
        // The stream moves through its descriptor and closes it, so it gets one of its own. A duplicate would share the position
        // with other threads.
        let number = try SystemError.retrying { openat(descriptor.number, ".", Self.flags | O_CLOEXEC) }
        guard let stream = fdopendir(number) else {
            let error = SystemError.last
            close(number)
            throw error
        }
        defer { closedir(stream) }
        // `readdir` returns nothing at the end and if it fails; only `errno` distinguishes them.
        errno = 0
        while let entry = readdir(stream) {
            let kind = FileStatus.Kind(entry.pointee.d_type)
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { body(name, kind) }
                }
            }
            errno = 0
        }
        let error = SystemError.last
        guard error.number == 0 else { throw error }
    }
}

extension FileStatus.Kind {
    /// The kind that a folder knows of an entry, as in `dirent.h`.
    fileprivate init?(_ type: UInt8) {
        switch Int(type) {
        case Int(DT_UNKNOWN): return nil
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .folder
        case Int(DT_LNK): self = .link
        default: self = .other
        }
    }
}

/// Why something is still there that was to be removed as a whole: the first file or folder of it that could not be removed.
public struct RemovalFailure: Error {
    /// The path of that file or folder. Bytes that are not UTF-8 are shown by their numbers.
    public let path: String
    /// The reason.
    public let reason: SystemError
}

extension OpenFolder {
    /// Removes an entry and, if it is a folder, everything in it, even what its owner may not write. A link is removed,
    /// but not what it leads to.
    package func removeTree(_ name: String) throws(SystemError) {
        let name = try Self.checked(name)
        do throws(RemovalFailure) { try removeTree(name, evenProtected: true) } catch { throw error.reason }
    }

    /// - Throws: A failure with the path behind that of the entry itself.
    func removeTree(_ name: [CChar], evenProtected: Bool) throws(RemovalFailure) {
        let (folder, entries): (OpenFolder, [[CChar]])
        do throws(SystemError) {
            let status = try status(name)
            guard status.kind == .folder else {
                try SystemError.retrying { unlinkat(descriptor.number, name, 0) }
                return
            }
            if evenProtected, status.permissions & 0o700 != 0o700 {
                try SystemError.retrying { fchmodat(descriptor.number, name, 0o700, AT_SYMLINK_NOFOLLOW) }
            }
            folder = try OpenFolder(name, in: descriptor)
            entries = try folder.entries()
        } catch {
            throw RemovalFailure(path: "", reason: error)
        }
        for entry in entries {
            do throws(RemovalFailure) { try folder.removeTree(entry, evenProtected: evenProtected) } catch {
                throw RemovalFailure(path: "/\(Paths.shown(entry))\(error.path)", reason: error.reason)
            }
        }
        do throws(SystemError) {
            try SystemError.retrying { unlinkat(descriptor.number, name, AT_REMOVEDIR) }
        } catch {
            throw RemovalFailure(path: "", reason: error)
        }
    }
}
