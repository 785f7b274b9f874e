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
        var status = stat()
        descriptor = toolsupport_open_regular(path, &status)
        guard descriptor >= 0 else {
            switch toolsupport_errno() {
            case ENOENT, ENOTDIR: throw PDFError(.notFound, Self.reason(path))
            case EINVAL: throw PDFError(.inputOutput, "\(path) can't be read: it is not a regular file.")
            default: throw PDFError(.inputOutput, Self.reason(path))
            }
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
        var failed = false
        // Don't ask for the size again if the file is known to hold these bytes.
        let length = length <= known - offset ? length : min(length, max(0, count - offset))
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            let got = toolsupport_read_part(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            (filled, failed) = (max(0, got), got < 0)
        }
        if failed { throw PDFError(.inputOutput, Self.reason("The file")) }
        return bytes
    }

    private static func reason(_ path: String) -> String {
        "\(path) can't be read: \(String(cString: strerror(toolsupport_errno())))."
    }
}
