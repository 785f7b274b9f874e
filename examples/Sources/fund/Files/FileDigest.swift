import ToolProgram
import ToolServer
import ToolSupport

/// The SHA-256 of a file, that of its end, and its size.
struct FileDigest: Sendable {
    /// That of the whole file, 32 bytes.
    let bytes: [UInt8]
    /// How many bytes were hashed.
    let size: Int
    /// Where the end begins, in bytes.
    let start: Int
    /// That of the bytes from there on.
    let rest: [UInt8]

    var hexadecimal: String { bytes.lowercaseHexadecimal }

    /// Reads a regular file.
    ///
    /// - Parameter start: Where its end begins, in bytes.
    /// - Throws: `Errno` if it can't be read, and a ``ToolError`` without libcrypto.
    init(of path: String, from start: Int = 0) throws {
        let whole = try SHA256Stream()
        let end = try start > 0 ? SHA256Stream() : nil
        var size = 0
        try Files.readBlocks(of: path) { block in
            try whole.update(block)
            try end?.update(Array(block.dropFirst(max(0, start - size))))
            size += block.count
        }
        (self.size, self.start) = (size, start)
        bytes = try whole.finish()
        rest = try end?.finish() ?? bytes
    }
}
