#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that grows at its end, closed with the last reference to it.
final class GrowingFile {
    private let descriptor: CInt

    /// How many bytes it has.
    private(set) var count: Int

    /// Opens a file of that many bytes, or makes it; bytes behind them are dropped.
    init(_ path: String, keeping count: Int) throws(Errno) {
        descriptor = try Errno.check { open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        self.count = count
        try Errno.check { ftruncate(descriptor, off_t(count)) }
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) throws(Errno) {
        try Files.write(bytes, to: descriptor)
        count += bytes.count
    }

    /// Waits until all of it is on the disk.
    func synchronize() throws(Errno) { try Errno.check { fsync(descriptor) } }
}
