import CToolSupport

/// A file that arrives in pieces.
public final class PartFile {
    private let descriptor: CInt

    /// How many bytes there are.
    public private(set) var count: Int

    /// Opens a file that is to grow, and makes it if it is missing. Links are not followed.
    public init(_ path: String) throws(Errno) {
        let file = try Errno.check {
            toolsupport_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        var status = stat()
        do throws(Errno) { try Errno.check { fstat(file, &status) } } catch {
            close(file)
            throw error
        }
        (descriptor, count) = (file, Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// Deletes all bytes.
    public func clear() throws(Errno) {
        try Errno.check { ftruncate(descriptor, 0) }
        count = 0
    }

    /// Adds bytes at the end.
    public func append(_ bytes: [UInt8]) throws(Errno) {
        try StandardStream(descriptor: descriptor).write(bytes)
        count += bytes.count
    }

    /// Makes sure that all bytes are on the disk.
    public func synchronize() throws(Errno) { try Errno.check { fsync(descriptor) } }
}
