import PhotoData
import ToolProgram

/// The SHA-256 of a photo.
enum PhotoDigest {
    /// How many bytes are read at a time.
    private static let blockSize = 1 << 20

    /// In lowercase hexadecimal digits.
    static func sha256(of source: some PhotoSource) throws -> String {
        let stream = try SHA256Stream()
        var offset = 0
        while offset < source.count {
            let block = try source.bytes(at: offset, length: min(blockSize, source.count - offset))
            guard !block.isEmpty else { break }
            try stream.update(block)
            offset += block.count
        }
        return try stream.finish().lowercaseHexadecimal
    }
}
