import AppPackage
import SystemPackage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open file that closes itself. Children never inherit it.
final class OpenFile: Sendable {
    let path: String
    private let descriptor: FileDescriptor

    /// Opens a file for reading. Never waits for the other end of a pipe.
    ///
    /// - Parameter followsLink: Whether `path` may be a symbolic link: for what a person names.
    init(reading path: String, followsLink: Bool = false) throws {
        self.path = path
        var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
        if !followsLink { options.insert(.noFollow) }
        descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: options)
    }

    /// Makes a file that only this user may read and write; opens the one that is there, unless there must be none.
    init(writing path: String, mustBeNew: Bool = false) throws {
        self.path = path
        var options: FileDescriptor.OpenOptions = [.create, .closeOnExec, .noFollow]
        if mustBeNew { options.insert(.exclusiveCreate) }
        descriptor = try FileDescriptor.open(
            FilePath(path), .readWrite, options: options, permissions: [.ownerReadWrite])
    }

    deinit {
        // A child that was just forked may have the descriptor for a moment longer, and the lock with it.
        unlock()
        try? descriptor.close()
    }

    /// Bytes in it.
    func size() throws -> UInt64 { UInt64(max(0, try descriptor.stat().size)) }

    /// When it was changed last, in seconds since 1970.
    func modified() throws -> Int64 { Int64(try descriptor.stat().modification.first ?? 0) }

    /// Whether this is a regular file: no folder, pipe or device.
    func isRegular() throws -> Bool { try descriptor.stat().type == .regular }

    /// Whether it still has a name.
    func hasName() throws -> Bool { try descriptor.stat().linkCount > 0 }

    /// Whether this is a regular file that still has a name.
    func isNamedFile() throws -> Bool {
        let status = try descriptor.stat()
        return status.type == .regular && status.linkCount > 0
    }

    /// Fills the buffer with what stands at that place.
    ///
    /// - Returns: How many bytes; fewer than the buffer has only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try descriptor.read(
                fromAbsoluteOffset: Int64(offset) + Int64(filled),
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Writes all the bytes at that place.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws {
        var written = 0
        while written < bytes.count {
            written += try descriptor.write(
                toAbsoluteOffset: Int64(offset) + Int64(written),
                UnsafeRawBufferPointer(rebasing: bytes[written...]))
        }
    }

    /// Drops what is beyond so many bytes.
    func truncate(to size: UInt64) throws { try descriptor.resize(to: Int64(size)) }

    /// Waits until its contents are on the disk.
    func synchronize() throws {
        guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }

    enum Lock { case shared, exclusive }

    /// Takes the advisory lock on the file, if nobody holds one against it. It falls with the descriptor.
    func tryLock(_ lock: Lock) throws -> Bool {
        let operation = (lock == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
        while flock(descriptor.rawValue, operation) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            default: throw Errno(rawValue: errno)
            }
        }
        return true
    }

    /// Drops the lock.
    func unlock() { flock(descriptor.rawValue, LOCK_UN) }
}
