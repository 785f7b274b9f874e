#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open file that closes itself. Children never inherit it.
public struct Descriptor: ~Copyable, Sendable {
    /// Its number in this process.
    public let number: Int32

    /// Opens a file. Opening a pipe may wait for its other end.
    ///
    /// - Parameters:
    ///   - flags: Those of open(2).
    ///   - permissions: Those of a new file, less those that the process's mask forbids.
    public init(opening path: String, _ flags: Int32, permissions: UInt32 = 0o600) throws(SystemError) {
        try self.init { open(path, flags | O_CLOEXEC, mode_t(permissions)) }
    }

    /// Opens an entry of an open folder.
    ///
    /// - Parameter name: Ends with a zero byte.
    init(opening name: [CChar], in folder: borrowing Descriptor, _ flags: Int32) throws(SystemError) {
        let folder = folder.number
        try self.init { openat(folder, name, flags | O_CLOEXEC, 0o600) }
    }

    /// Takes over the descriptor that a system call returns.
    init(_ call: () -> Int32) throws(SystemError) {
        self = try Descriptor(owning: SystemError.retrying(call)).besideStandardStreams()
    }

    /// Takes over a descriptor that a system call returned.
    public init(owning number: Int32) { self.number = number }

    /// Makes an empty file that only the user may read and write; fails if there is one.
    public static func makingFile(at path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    deinit { close(number) }

    /// Closes it and reports what closing alone brings to light, such as a full disk on another machine.
    package consuming func closing() throws(SystemError) {
        let result = close(number)
        discard self
        // After an interruption the descriptor is closed.
        if result < 0, SystemError.last != .interrupted { throw .last }
    }

    /// The same open file, under a number that is none of a standard stream's. If one of these streams is closed, the system gives
    /// its number to the next file, and what this process or its child then writes to the stream would land in the file.
    consuming func besideStandardStreams() throws(SystemError) -> Descriptor {
        let (number, lowest) = (number, StandardStream.error.rawValue + 1)
        guard number < lowest else { return self }
        return Descriptor(owning: try SystemError.retrying { fcntl(number, F_DUPFD_CLOEXEC, lowest) })
    }

    /// Hands the number over to the caller, who closes it.
    consuming func released() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Forgets it without closing it, because its number may belong to another file by now.
    consuming func abandon() { discard self }

    /// What the file system says of the open file.
    public func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try SystemError.retrying { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Writes all the bytes and waits until they are on the disk.
    public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        try write(bytes[...])
        try SystemError.retrying { fsync(number) }
    }

    /// Writes all the bytes, for the system to put on the disk when it likes.
    public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in try write(UnsafeRawBufferPointer(buffer)) }
    }
}
