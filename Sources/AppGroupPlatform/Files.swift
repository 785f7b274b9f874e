#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files and folders, by path.
package enum Files {
    package static func status(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
        var status = stat()
        try SystemError.retrying { followingLinks ? stat(path, &status) : lstat(path, &status) }
        return FileStatus(status)
    }

    package static func exists(_ path: String) -> Bool { (try? status(path)) != nil }

    /// Whether this process, with its effective identity, may execute the file.
    package static func isExecutable(_ path: String) -> Bool { faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 }

    package static func makeDirectory(_ path: String, permissions: UInt32) throws(SystemError) {
        try SystemError.retrying { mkdir(path, mode_t(permissions)) }
    }

    /// Makes a folder and those above it; one that is there already is left as it is.
    package static func makeDirectories(_ path: String, permissions: UInt32) throws(SystemError) {
        do {
            try makeDirectory(path, permissions: permissions)
        } catch .exists {
            return
        } catch .notFound {
            let parent = Paths.parent(of: path)
            guard parent != path else { throw .notFound }
            try makeDirectories(parent, permissions: permissions)
            do { try makeDirectory(path, permissions: permissions) } catch .exists { return }
        }
    }

    /// The names in a folder, without `.` and `..`, in no order.
    package static func entries(of path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    package static func remove(_ path: String) throws(SystemError) { try SystemError.retrying { unlink(path) } }

    /// Removes a folder where nothing is in it.
    package static func removeEmptyDirectory(_ path: String) throws(SystemError) {
        try SystemError.retrying { rmdir(path) }
    }

    /// Removes a folder and what is in it, its own folders that may not be written included; links are removed, never followed.
    package static func removeTree(_ path: String) throws(SystemError) {
        let status = try status(path, followingLinks: false)
        if status.kind == .directory {
            if status.permissions & 0o700 != 0o700 { try SystemError.retrying { chmod(path, 0o700) } }
            for name in try entries(of: path) { try removeTree("\(path)/\(name)") }
            try removeEmptyDirectory(path)
        } else {
            try remove(path)
        }
    }

    package static func rename(_ path: String, to newPath: String) throws(SystemError) {
        #if canImport(Darwin)
        try SystemError.retrying { Darwin.rename(path, newPath) }
        #else
        try SystemError.retrying { Glibc.rename(path, newPath) }
        #endif
    }

    /// The bytes of a file. One larger than `limit` is refused with `EFBIG`, a folder with `EISDIR`.
    package static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.kind != .directory else { throw .isDirectory }
        guard status.size <= limit else { throw .tooLarge }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit + 1, max(4096, Int(status.size) + 1)))
        while true {
            let count = try SystemError.retrying { read(file.number, &chunk, chunk.count) }
            if count == 0 { return result }
            guard result.count + count <= limit else { throw .tooLarge }
            result += chunk[..<count]
        }
    }

    package static func symbolicLink(_ target: String, at path: String) throws(SystemError) {
        try SystemError.retrying { symlink(target, path) }
    }

    /// Writes a file whole or not at all: to a new name beside it, to the disk, then renamed over it.
    ///
    /// - Parameter exactly: The file gets those permissions whatever the process's mask would take away.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o600, exactly: Bool = false
    ) throws(SystemError) {
        let temporary = "\(path).\(RandomName.make()).new"
        do throws(SystemError) {
            let file = try Descriptor(
                opening: temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions)
            if exactly { try SystemError.retrying { fchmod(file.number, mode_t(permissions)) } }
            try file.writeAll(bytes)
            try rename(temporary, to: path)
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
