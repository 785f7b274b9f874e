import AppGroupCrypto
import AppGroupPlatform
import ToolProgram
import ToolServer
import ToolSupport

/// The SHA-256 of a file, that of its end, and its size.
struct FileDigest: Sendable {
    /// The SHA-256 of the whole file, 32 bytes.
    let bytes: [UInt8]
    /// How many bytes were hashed.
    let size: Int
    /// Where the end begins, in bytes.
    let start: Int
    /// The SHA-256 of the bytes from `start` on.
    let rest: [UInt8]

    var hexadecimal: String { bytes.hexadecimal }

    /// Reads a regular file.
    ///
    /// - Parameter start: Where its end begins, in bytes.
    /// - Throws: `SystemError` if it can't be read, and a ``ToolError`` without libcrypto.
    init(of path: String, from start: Int = 0) throws {
        var size = 0
        (bytes, rest) = try ToolError.usingLibcrypto {
            let whole = try SHA256Hasher()
            let end = try start > 0 ? SHA256Hasher() : nil
            try Files.readBlocks(of: path) { block in
                whole.update(block)
                end?.update(Array(block.dropFirst(max(0, start - size))))
                size += block.count
            }
            let digest = try whole.digest()
            return (digest, try end?.digest() ?? digest)
        }
        (self.size, self.start) = (size, start)
    }
}
