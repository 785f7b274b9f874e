import CToolSupport

/// A file on disk. Another process may still be writing to it.
public final class PDFFile: PDFSource {
    private let descriptor: CInt

    /// The size of the file when it was last checked.
    private var known = 0

    /// Opens a file.
    ///
    /// - Throws: ``PDFError`` with ``PDFError/Code/notFound`` if there is none, and ``PDFError/Code/inputOutput`` if it isn't
    ///   a regular file or the user may not read it.
    public init(path: String) throws {
        // Non-blocking, so that a pipe is refused instead of waited for.
        descriptor = toolsupport_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
        guard descriptor >= 0 else {
            let isMissing = [ENOENT, ENOTDIR].contains(toolsupport_errno())
            throw PDFError(isMissing ? .notFound : .inputOutput, Self.reason(path))
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, toolsupport_is_regular(&status) != 0 else {
            close(descriptor)
            throw PDFError(.inputOutput, "\(path) can't be read: it is not a regular file.")
        }
    }

    deinit { close(descriptor) }

    /// How many bytes the file has now.
    public var count: Int {
        var status = stat()
        known = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        return known
    }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    public func bytes(at offset: Int, length: Int) throws -> [UInt8] {
        guard offset >= 0, length > 0 else { return [] }
        var isDone = false
        var failed = false
        // Don't ask for the size again if the file is known to hold these bytes.
        let length = length <= known - offset ? length : min(length, max(0, count - offset))
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            while !isDone, filled < buffer.count {
                let got = pread(descriptor, start + filled, buffer.count - filled, off_t(offset + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    isDone = true
                } else if toolsupport_errno() != EINTR {
                    (isDone, failed) = (true, true)
                }
            }
        }
        if failed { throw PDFError(.inputOutput, Self.reason("The file")) }
        return bytes
    }

    private static func reason(_ path: String) -> String {
        "\(path) can't be read: \(String(cString: strerror(toolsupport_errno())))."
    }
}
