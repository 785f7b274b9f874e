#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files and folders, by path.
public enum Files {
    /// What the file system says of a file.
    ///
    /// - Parameter followingLinks: Whether a symbolic link stands for what it leads to. Otherwise the link itself counts.
    public static func status(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
        var status = stat()
        try SystemError.retrying { followingLinks ? stat(path, &status) : lstat(path, &status) }
        return FileStatus(status)
    }

    /// Whether a path leads to anything that this process can look at.
    ///
    /// - Parameter followingLinks: Whether a symbolic link that leads to nothing counts as missing. Otherwise the link itself
    ///   counts.
    public static func exists(_ path: String, followingLinks: Bool = true) -> Bool {
        (try? status(path, followingLinks: followingLinks)) != nil
    }

    /// Whether this process, with its effective identity, may execute the file.
    package static func isExecutable(_ path: String) -> Bool { faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 }

    /// Whether this process, with its effective identity, may read the file.
    package static func isReadable(_ path: String) -> Bool { faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 }

    /// Whether this process, with its effective identity, may write to the file.
    public static func isWritable(_ path: String) -> Bool { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 }

    /// Makes a folder. The process's mask may take permissions away.
    public static func makeFolder(_ path: String, permissions: UInt32) throws(SystemError) {
        try SystemError.retrying { mkdir(path, mode_t(permissions)) }
    }

    /// Makes a folder and those above it; one that is there already is left as it is. Only the user may look into those that are
    /// made, unless other permissions are given.
    public static func makeFolders(_ path: String, permissions: UInt32 = 0o700) throws(SystemError) {
        do {
            try makeFolder(path, permissions: permissions)
        } catch .exists {
            return
        } catch .notFound {
            let parent = Paths.parent(of: path)
            guard parent != path else { throw .notFound }
            try makeFolders(parent, permissions: permissions)
            do { try makeFolder(path, permissions: permissions) } catch .exists { return }
        }
    }

    /// The names in a folder, without `.` and `..`, in no order.
    package static func entries(of path: String) throws(SystemError) -> [String] {
        try OpenFolder(path, followsLink: true).names()
    }

    /// Removes a file or a link.
    public static func remove(_ path: String) throws(SystemError) { try SystemError.retrying { unlink(path) } }

    /// Removes a folder that is empty.
    public static func removeEmptyFolder(_ path: String) throws(SystemError) {
        try SystemError.retrying { rmdir(path) }
    }

    /// Removes a folder and everything in it, whatever the names. Links are removed, but not what they lead to.
    ///
    /// - Parameter evenProtected: Whether to remove even what its owner may not write.
    public static func removeTree(_ path: String, evenProtected: Bool = true) throws(RemovalFailure) {
        let (parent, name): (OpenFolder, [CChar])
        do throws(SystemError) {
            parent = try OpenFolder(reaching: Paths.parent(of: path))
            name = try OpenFolder.checked(Paths.lastComponent(of: path))
        } catch {
            throw RemovalFailure(path: path, reason: error)
        }
        do throws(RemovalFailure) { try parent.removeTree(name, evenProtected: evenProtected) } catch {
            throw RemovalFailure(path: path + error.path, reason: error.reason)
        }
    }

    /// Renames a file or a folder, in place of a file that has the new name.
    public static func rename(_ path: String, to newPath: String) throws(SystemError) {
        #if canImport(Darwin)
        try SystemError.retrying { Darwin.rename(path, newPath) }
        #else
        try SystemError.retrying { Glibc.rename(path, newPath) }
        #endif
    }

    /// The bytes of a file. One larger than `limit` is refused with `EFBIG`, a folder with `EISDIR`.
    ///
    /// - Parameter waiting: Whether to wait for a pipe's writer. Otherwise, a pipe that nobody has written to reads as empty.
    package static func contents(of path: String, limit: Int, waiting: Bool = false) throws(SystemError) -> [UInt8] {
        try Descriptor(opening: path, O_RDONLY | (waiting ? 0 : O_NONBLOCK)).contents(limit: limit)
    }

    /// The first bytes of a file; fewer if it is shorter.
    package static func beginning(of path: String, count: Int) throws(SystemError) -> [UInt8] {
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { space.deallocate() }
        return Array(space[..<(try file.fill(space))])
    }

    /// Makes a symbolic link.
    ///
    /// - Parameter target: What the link says; a relative path is one from its folder.
    public static func symbolicLink(_ target: String, at path: String) throws(SystemError) {
        try SystemError.retrying { symlink(target, path) }
    }

    /// Writes a file whole or not at all: to a new name beside it, to the disk, then renamed over it.
    ///
    /// - Parameters:
    ///   - exactly: The file gets those permissions whatever the process's mask would take away.
    ///   - isWanted: Asked when only the renaming is left. If it says no, the file stays as it is.
    /// - Returns: Whether the file was replaced.
    @discardableResult
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600, exactly: Bool = false,
        if isWanted: () -> Bool = { true }
    ) throws(SystemError) -> Bool {
        let temporary = RandomName.draft(of: path)
        do throws(SystemError) {
            let file = try Descriptor(
                opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions)
            if exactly { try SystemError.retrying { fchmod(file.number, mode_t(permissions)) } }
            try file.writeAll(bytes)
            guard isWanted() else {
                try remove(temporary)
                return false
            }
            try rename(temporary, to: path)
            return true
        } catch {
            try? remove(temporary)
            throw error
        }
    }

    /// The path of the file that a name leads to, through every link.
    package static func resolved(_ path: String) throws(SystemError) -> String {
        guard let buffer = realpath(path, nil) else { throw .last }
        defer { free(buffer) }
        return String(cString: buffer)
    }
}
