#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Files that several threads read and write at positions of their own, and lock against other processes.
extension Descriptor {
    /// Opens a file that only the user may read and write, and makes it if it is missing. Opening a pipe waits for nobody.
    package static func writing(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
    }

    /// Fills the buffer with the bytes from `position` on.
    ///
    /// - Returns: How many bytes were read; fewer than the buffer holds only at the end of the file.
    package func fill(_ buffer: UnsafeMutableRawBufferPointer, from position: UInt64) throws(SystemError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try read(into: rest, at: Int64(position) + Int64(filled))
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// The bytes from `position` on: as many as are asked for, or fewer at the end of the file.
    public func bytes(at position: Int, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try fill(UnsafeMutableRawBufferPointer(buffer), from: UInt64(position))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all the bytes from `position` on.
    package func write(_ bytes: UnsafeRawBufferPointer, at position: UInt64) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            written += try SystemError.retrying {
                pwrite(number, rest.baseAddress, rest.count, off_t(position) + off_t(written))
            }
        }
    }

    /// Who else may hold an advisory lock at the same time.
    public enum Lock: Sendable {
        /// Other holders of a shared lock.
        case shared
        /// Nobody.
        case exclusive
    }

    /// Takes the advisory lock of the file unless somebody holds a conflicting one. It falls with the descriptor.
    public func tryLock(_ lock: Lock = .exclusive) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try SystemError.retrying { flock(number, (lock == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
            return true
        } catch .wouldBlock {
            return false
        }
    }

    /// Drops the advisory lock.
    package func unlock() { flock(number, LOCK_UN) }
}
