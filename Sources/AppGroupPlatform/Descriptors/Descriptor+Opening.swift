#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The ways in which programs open files.
extension Descriptor {
    /// Opens a file for reading. Opening a pipe waits for its writer.
    package static func reading(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDONLY)
    }

    /// Opens a regular file for reading. Anything else, such as a folder, fails with `EINVAL`; a pipe does so without waiting
    /// for its other end.
    public static func readingFile(_ path: String) throws(SystemError) -> Descriptor {
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard try file.status().kind == .file else { throw .invalid }
        return file
    }

    /// Opens one of the user's own files for reading: never through a symbolic link at the end of the path, and without waiting
    /// for the other end of a pipe.
    package static func readingOwn(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    }

    /// Opens one of the user's own files for reading and writing, and makes it if it is missing.
    package static func keeping(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
    }

    /// Another descriptor of the standard input. `/dev/stdin` can't be opened if that is a socket or another user's file.
    public static func standardInput() throws(SystemError) -> Descriptor {
        try duplicate(of: StandardStream.input.rawValue)
    }

    /// Another descriptor of the same open file. It shares the position and the lock, which falls with the last of them.
    package func duplicate() throws(SystemError) -> Descriptor { try Self.duplicate(of: number) }

    private static func duplicate(of number: Int32) throws(SystemError) -> Descriptor {
        Descriptor(owning: try SystemError.retrying { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    }

    /// Opens the terminal that controls this process.
    package static func terminal() throws(SystemError) -> Descriptor { try Descriptor(opening: "/dev/tty", O_RDWR) }
}

extension Descriptor {
    /// Fills the beginning of the buffer with the bytes that come next.
    /// - Returns: How many bytes it took; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try SystemError.retrying {
            #if canImport(Darwin)
            Darwin.read(number, buffer.baseAddress, buffer.count)
            #else
            Glibc.read(number, buffer.baseAddress, buffer.count)
            #endif
        }
    }

    /// Fills the beginning of the buffer with the bytes from `position` on, and moves nothing.
    /// - Returns: How many bytes it took; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(SystemError) -> Int {
        try SystemError.retrying { pread(number, buffer.baseAddress, buffer.count, off_t(position)) }
    }

    /// The rest of the file's bytes. A file larger than `limit` is refused with `EFBIG`, a folder with `EISDIR`.
    public func contents(limit: Int) throws(SystemError) -> [UInt8] {
        let status = try status()
        guard status.kind != .folder else { throw .isFolder }
        guard status.size <= limit else { throw .tooLarge }
        var result: [UInt8] = []
        while true {
            // One byte more than is expected, so that the end shows at once.
            let length = min(limit + 1 - result.count, max(4096, Int(status.size) + 1))
            let piece = try bytes(length)
            if result.isEmpty { result = piece } else { result += piece }
            guard result.count <= limit else { throw .tooLarge }
            if piece.count < length { return result }
        }
    }

    /// The bytes that come next: as many as are asked for, or fewer at the end.
    private func bytes(_ length: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            do throws(SystemError) {
                while filled < length {
                    let count = try read(
                        into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
                    if count == 0 { return }
                    filled += count
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all the bytes where the last reading or writing ended.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try SystemError.retrying {
                #if canImport(Darwin)
                Darwin.write(number, rest.baseAddress, rest.count)
                #else
                Glibc.write(number, rest.baseAddress, rest.count)
                #endif
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Cuts the file to this many bytes and goes to its new end.
    package func truncate(to count: Int64) throws(SystemError) {
        try SystemError.retrying { ftruncate(number, off_t(count)) }
        try SystemError.retrying { lseek(number, off_t(count), SEEK_SET) }
    }

    /// Waits until the bytes are on the disk.
    public func synchronize() throws(SystemError) { try SystemError.retrying { fsync(number) } }

    /// Sets when the file was last changed and last read.
    public func setModification(_ moment: FileStatus.Moment) throws(SystemError) {
        let time = timespec(tv_sec: moment.seconds, tv_nsec: moment.nanoseconds)
        try SystemError.retrying { futimens(number, [time, time]) }
    }

    /// When the file was last changed, in seconds since 1970.
    package func modificationTime() throws(SystemError) -> Int64 {
        Int64(try status().modification.seconds)
    }
}
