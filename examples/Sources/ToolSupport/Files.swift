#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What mail reading asks of the file system.
enum Files {
    /// The names of the regular files in a directory, and of links to such files, in no order.
    ///
    /// Left out are names that begin with a dot, as maildir(5) wants it, and names that are not UTF-8.
    static func names(in directory: String) throws(Errno) -> [String] {
        guard let stream = opendir(directory) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 1) { String(validatingCString: $0) }
            }
            if let name, !name.hasPrefix("."), isRegular(entry.pointee.d_type, path: "\(directory)/\(name)") {
                names.append(name)
            }
            errno = 0
        }
        if errno != 0 { throw .last }
        return names
    }

    /// Asks the file itself only where its directory does not say what it is.
    private static func isRegular(_ type: UInt8, path: String) -> Bool {
        switch Int(type) {
        case Int(DT_REG): true
        case Int(DT_UNKNOWN), Int(DT_LNK): (try? status(of: path).kind == S_IFREG) ?? false
        default: false
        }
    }

    static func isDirectory(_ path: String) throws(Errno) -> Bool {
        try status(of: path).kind == S_IFDIR
    }

    /// When a file's contents last changed, in seconds since 1970; nil where it cannot be told.
    static func modificationTime(of path: String) -> Int? {
        try? status(of: path).modified
    }

    private static func status(of path: String) throws(Errno) -> stat {
        var status = stat()
        try Errno.check { stat(path, &status) }
        return status
    }

    /// The first bytes of a regular file: at most `limit`, and no more than it takes until `isEnough` says so.
    static func contents(
        of path: String, limit: Int, until isEnough: ([UInt8]) -> Bool = { _ in false }
    ) throws(Errno) -> [UInt8] {
        // Non-blocking, so that a pipe that lies where a message should be is refused and not waited for.
        let file = try Errno.check { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        defer { close(file) }
        var status = stat()
        try Errno.check { fstat(file, &status) }
        guard status.kind == S_IFREG else { throw .invalid }

        var contents: [UInt8] = []
        var block = [UInt8](repeating: 0, count: min(limit, 16 * 1024))
        while contents.count < limit {
            let wanted = min(block.count, limit - contents.count)
            let count = try Errno.check { read(file, &block, wanted) }
            contents += block[..<count]
            if count == 0 || isEnough(contents) { break }
        }
        return contents
    }

    /// Puts a small file in the place of another in one step: whoever reads it meanwhile sees the old or the new one.
    static func replace(_ path: String, with contents: [UInt8]) throws(Errno) {
        let draft = "\(path).\(getpid()).new"
        let file = try Errno.check { open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        do throws(Errno) {
            defer { close(file) }
            try Output(file).put(contents)
            try Errno.check { fsync(file) }
            try Errno.check { rename(draft, path) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Makes a directory and those above it that are missing.
    static func makeDirectory(_ path: String) throws(Errno) {
        do throws(Errno) {
            try Errno.check { mkdir(path, 0o700) }
        } catch .fileExists {
            return
        } catch .noSuchFile {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw .noSuchFile }
            try makeDirectory(String(path[..<slash]))
            try Errno.check { mkdir(path, 0o700) }
        }
    }

    /// Gives a file a new name on the same file system, and never another file's.
    ///
    /// POSIX `rename` would replace what is there, so the new name is made as a link. Where the file system knows no
    /// links, the new name is looked at before the file is renamed.
    static func move(_ path: String, to newPath: String) throws(Errno) {
        do throws(Errno) {
            try Errno.check { link(path, newPath) }
        } catch .noSuchFile {
            throw .noSuchFile
        } catch .fileExists {
            // Another process that makes the same move may have come half way.
            guard try status(of: path).isSameFile(as: status(of: newPath)) else { throw .fileExists }
        } catch {
            guard access(newPath, F_OK) != 0 else { throw .fileExists }
            try Errno.check { rename(path, newPath) }
            return
        }
        try Errno.check { unlink(path) }
    }
}

extension stat {
    fileprivate var kind: mode_t { st_mode & S_IFMT }

    fileprivate func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }

    fileprivate var modified: Int {
        #if canImport(Glibc)
        st_mtim.tv_sec
        #else
        st_mtimespec.tv_sec
        #endif
    }
}
