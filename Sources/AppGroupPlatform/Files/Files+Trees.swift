#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What copies of whole folders need: links, permissions, and files read and made piece by piece.
extension Files {
    /// Where a symbolic link leads. A target that is not UTF-8 fails with `EILSEQ`.
    public static func target(ofLink path: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try SystemError.retrying { readlink(path, &bytes, bytes.count) }
        guard let target = String(validating: bytes[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) else {
            throw .illegalByteSequence
        }
        return target
    }

    /// Sets the permissions of a file or folder, whatever the process's mask says.
    package static func setPermissions(_ permissions: UInt32, of path: String) throws(SystemError) {
        try SystemError.retrying { chmod(path, mode_t(permissions)) }
    }
}

extension Descriptor {
    /// Opens a file to read it. It never waits for the other end of a pipe.
    package static func readingAtOnce(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    }

    /// Makes an empty file with these permissions, less those that the process's mask forbids, and opens it for writing; fails
    /// if anything has that name.
    package static func writingNewFile(at path: String, permissions: UInt32) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: permissions)
    }

    /// Fills the buffer with the bytes that come next.
    ///
    /// - Returns: How many bytes it took; fewer than the buffer has room for only at the end of the file.
    package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}

extension SystemError {
    package static let illegalByteSequence = SystemError(EILSEQ)
    package static let inputOutput = SystemError(EIO)
}
