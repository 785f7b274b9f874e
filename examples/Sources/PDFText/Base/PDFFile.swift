#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file on disk, which another may still be writing to.
public final class PDFFile: PDFSource {
    private let descriptor: CInt

    /// How many bytes the file had when that was asked last.
    private var known = 0

    /// Opens a file.
    /// - Throws: ``PDFError`` with ``PDFError/Code/notFound`` where there is none, and ``PDFError/Code/inputOutput`` where
    ///   it is no regular file or must not be read.
    public init(path: String) throws {
        // Non-blocking, so that a pipe is refused and not waited for.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            throw PDFError(errno == ENOENT || errno == ENOTDIR ? .notFound : .inputOutput, Self.reason(path))
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw PDFError(.inputOutput, "\(path) can't be read: it is not a regular file.")
        }
    }

    deinit { close(descriptor) }

    /// How many bytes the file has by now.
    public var count: Int {
        var status = stat()
        known = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        return known
    }

    /// The bytes from `offset` on: `length` of them, or as many as there are.
    public func bytes(at offset: Int, length: Int) throws -> [UInt8] {
        guard offset >= 0, length > 0 else { return [] }
        var isDone = false
        var failed = false
        // What the file is known to hold need not be asked for again.
        let length = length <= known - offset ? length : min(length, max(0, count - offset))
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            while !isDone, filled < buffer.count {
                let got = pread(descriptor, start + filled, buffer.count - filled, off_t(offset + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    isDone = true
                } else if errno != EINTR {
                    (isDone, failed) = (true, true)
                }
            }
        }
        if failed { throw PDFError(.inputOutput, Self.reason("The file")) }
        return bytes
    }

    private static func reason(_ path: String) -> String {
        "\(path) can't be read: \(String(cString: strerror(errno)))."
    }
}
