#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a cache and a small state file need of the file system.
package enum Files {
    /// The bytes of a regular file of at most `limit` bytes; ``Errno/tooLarge`` where it is larger.
    package static func contents(of path: String, limit: Int) throws(Errno) -> [UInt8] {
        // Non-blocking, so that a pipe that lies where the file should be is refused and not waited for.
        let file = try Errno.check { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        defer { close(file) }
        var status = stat()
        try Errno.check { fstat(file, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .invalid }
        var contents: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = try Errno.check { read(file, &block, block.count) }
            if count == 0 { return contents }
            contents += block[..<count]
            guard contents.count <= limit else { throw .tooLarge }
        }
    }

    /// How many bytes a regular file has; nil where there is none.
    package static func size(of path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Puts contents in a file's place in one step that outlives a crash: whoever reads it meanwhile sees the old or
    /// the new ones. One process at a time: the draft beside it has a name that is always the same, so that none is
    /// left over.
    package static func replace(_ path: String, with contents: [UInt8]) throws(Errno) {
        let draft = "\(path).new"
        try make(draft, of: contents)
        try move(draft, to: path)
    }

    private static func make(_ path: String, of contents: [UInt8]) throws(Errno) {
        let file = try Errno.check { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        defer { close(file) }
        try write(contents, to: file)
        try Errno.check { fsync(file) }
    }

    /// Gives a file another's name, durably.
    package static func move(_ path: String, to newPath: String) throws(Errno) {
        try Errno.check { rename(path, newPath) }
        guard let slash = newPath.lastIndex(of: "/") else { return }
        let folder = try Errno.check { open(String(newPath[...slash]), O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
        defer { close(folder) }
        try Errno.check { fsync(folder) }
    }

    /// Deletes a file that may not be there.
    package static func remove(_ path: String) { unlink(path) }

    /// Makes a directory that is its user's alone, and those above it that are missing.
    package static func makeDirectory(_ path: String) throws(Errno) {
        do throws(Errno) {
            try Errno.check { mkdir(path, 0o700) }
        } catch .fileExists {
            return
        } catch .noSuchFile {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw .noSuchFile }
            try makeDirectory(String(path[..<slash]))
            do throws(Errno) { try Errno.check { mkdir(path, 0o700) } } catch .fileExists { return }
        }
    }

    package static func write(_ bytes: [UInt8], to descriptor: CInt) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(
                try Errno.check {
                    rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
                })
        }
    }
}

/// `write(2)`, which ``Files/write(_:to:)`` hides by its name.
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
