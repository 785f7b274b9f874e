import CToolSupport
import ToolSupport

/// A file of this machine that grows at its end, until it is whole and gets its name.
///
/// Only one process at a time may use it. What has been written survives the death of the process. Its methods throw
/// ``RemoteError`` with ``RemoteError/Code/inputOutput``.
public final class PartFile {
    /// Its path.
    public let path: String

    /// How many bytes it has.
    public private(set) var count: Int

    private let descriptor: CInt

    /// Opens a file, or makes an empty one that only its user can read.
    public init(_ path: String) throws(RemoteError) {
        self.path = path
        descriptor = toolsupport_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            count = 0
            throw Self.failure(Errno(rawValue: toolsupport_errno()), path)
        }
        count = Int(status.st_size)
        guard toolsupport_is_regular(&status) != 0 else { throw Self.failure(.invalid, path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Drops all bytes after the first ones.
    public func truncate(to count: Int) throws(RemoteError) {
        try failing { () throws(Errno) in try Errno.check { ftruncate(descriptor, off_t(count)) } }
        self.count = count
    }

    /// Adds bytes at the end. If the disk fills up, those that fit are kept.
    public func append(_ bytes: [UInt8]) throws(RemoteError) {
        try failing { () throws(Errno) in
            var written = 0
            while written < bytes.count {
                let more = try Errno.check {
                    bytes.withUnsafeBytes { buffer in
                        pwrite(descriptor, buffer.baseAddress! + written, buffer.count - written, off_t(count))
                    }
                }
                written += more
                count += more
            }
        }
    }

    /// Makes sure that all bytes are on the disk.
    public func synchronize() throws(RemoteError) {
        try failing { () throws(Errno) in try Errno.check { fsync(descriptor) } }
    }

    /// Writes everything to the disk, and gives the file a name that no other file of a folder has: `report(1).pdf` if
    /// `report.pdf` is taken.
    ///
    /// - Parameters:
    ///   - folder: A folder on the same file system.
    ///   - modified: When its contents changed last, in seconds since 1970; nil for now.
    /// - Returns: The name.
    public func finish(in folder: String, as name: String, modified: Int64? = nil) throws(RemoteError) -> String {
        try failing { () throws(Errno) in
            if let modified {
                let time = timespec(tv_sec: time_t(modified), tv_nsec: 0)
                var times = toolsupport_file_times(times: (time, time))
                try Errno.check { toolsupport_set_times(descriptor, &times) }
            }
            try Errno.check { fsync(descriptor) }
            let given = try Files.giveName(to: path, in: folder, name: name).name
            unlink(path)
            return given
        }
    }

    @discardableResult
    private func failing<Result>(_ body: () throws(Errno) -> Result) throws(RemoteError) -> Result {
        do throws(Errno) { return try body() } catch { throw Self.failure(error, path) }
    }

    private static func failure(_ error: Errno, _ path: String) -> RemoteError {
        RemoteError(.inputOutput, "\(path) can't be written: \(error).")
    }
}
