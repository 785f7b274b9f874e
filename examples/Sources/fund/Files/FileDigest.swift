import AppGroupCrypto
import AppGroupPlatform
import ToolClient
import ToolProgram
import ToolSupport

/// The SHA-256 of a file, that of its end, and its size.
struct FileDigest: Sendable {
    /// That of the whole file.
    let sha256: SHA256Digest
    /// How many bytes were hashed.
    let size: Int
    /// Where the end begins, in bytes.
    let start: Int
    /// That of the bytes from `start` on, 32 bytes.
    let rest: [UInt8]

    /// Reads a regular file.
    ///
    /// - Parameter start: Where its end begins, in bytes.
    /// - Throws: `SystemError` if it can't be read, and a ``ToolError`` without libcrypto.
    init(of path: String, from start: Int = 0) throws {
        var size = 0
        (sha256, rest) = try ToolError.usingLibcrypto {
            let whole = try SHA256Hasher()
            let end = try start > 0 ? SHA256Hasher() : nil
            try Files.readBlocks(of: path) { block in
                whole.update(block)
                end?.update(Array(block.dropFirst(max(0, start - size))))
                size += block.count
            }
            return (try SHA256Digest(whole), try (end ?? whole).digest())
        }
        (self.size, self.start) = (size, start)
    }
}
