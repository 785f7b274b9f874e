import CToolSupport

/// A photo on disk. It is read where it is needed, never as a whole.
public final class PhotoFile: PhotoSource {
    private let descriptor: CInt

    /// How many bytes the file had when it was opened.
    public let count: Int

    /// Opens a file.
    ///
    /// - Throws: ``PhotoError`` with ``PhotoError/Code/notFound`` if there is none, and ``PhotoError/Code/inputOutput``
    ///   if it isn't a regular file or the user may not read it.
    public init(path: String) throws(PhotoError) {
        var status = stat()
        let file = toolsupport_open_regular(path, &status)
        guard file >= 0 else {
            switch toolsupport_errno() {
            case ENOENT, ENOTDIR: throw PhotoError(.notFound, Self.reason(path, "can't be read"))
            case EINVAL: throw PhotoError(.inputOutput, "\(path) can't be read: it is not a regular file.")
            default: throw PhotoError(.inputOutput, Self.reason(path, "can't be read"))
            }
        }
        (descriptor, count) = (file, Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    public func bytes(at offset: Int, length: Int) throws(PhotoError) -> [UInt8] {
        guard offset >= 0, offset < count, length > 0 else { return [] }
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: min(length, count - offset)) { buffer, filled in
            let got = toolsupport_read_part(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            (filled, failed) = (max(0, got), got < 0)
        }
        if failed { throw PhotoError(.inputOutput, Self.reason("The photo", "can't be read")) }
        return bytes
    }

    /// Writes a new file that only its user may read, and returns when its bytes are on the disk.
    ///
    /// - Throws: ``PhotoError/Code/inputOutput``, for example if there is a file of this name. Then nothing is left behind.
    static func write(_ source: some PhotoSource, to path: String) throws(PhotoError) {
        let file = toolsupport_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw PhotoError(.inputOutput, reason(path, "can't be written")) }
        defer { close(file) }
        do throws(PhotoError) {
            var offset = 0
            while offset < source.count {
                let block = try source.bytes(at: offset, length: 256 << 10)
                guard !block.isEmpty else { throw PhotoError(.inputOutput, "The photo became shorter.") }
                guard writeAll(block, to: file) else {
                    throw PhotoError(.inputOutput, reason(path, "can't be written"))
                }
                offset += block.count
            }
            guard fsync(file) == 0 else { throw PhotoError(.inputOutput, reason(path, "can't be written")) }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// - Returns: False if a call failed; `errno` says why.
    private static func writeAll(_ bytes: [UInt8], to file: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { CToolSupport.write(file, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || toolsupport_errno() != EINTR {
                return false
            }
        }
        return true
    }

    private static func reason(_ path: String, _ failure: String) -> String {
        "\(path) \(failure): \(String(cString: strerror(toolsupport_errno())))."
    }
}
