import ToolProgram
import ToolServer
import ToolSupport

/// The SHA-256 of a file and its size.
struct FileDigest: Sendable {
    /// 32 bytes.
    let bytes: [UInt8]
    /// How many bytes were hashed.
    let size: Int

    var hexadecimal: String { bytes.lowercaseHexadecimal }

    /// Reads a regular file.
    ///
    /// - Throws: `Errno` if it can't be read, and a ``ToolError`` without libcrypto.
    init(of path: String) throws {
        let stream = try SHA256Stream()
        var size = 0
        try Files.readBlocks(of: path) { block in
            size += block.count
            try stream.update(block)
        }
        self.size = size
        bytes = try stream.finish()
    }
}
