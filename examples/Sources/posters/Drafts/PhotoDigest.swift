import AppGroupCrypto
import PhotoData
import ToolProgram

/// The SHA-256 of a photo.
enum PhotoDigest {
    /// How many bytes are read at a time.
    private static let blockSize = 1 << 20

    /// In lowercase hexadecimal digits.
    static func sha256(of source: some PhotoSource) throws -> String {
        do {
            let hasher = try SHA256Hasher()
            var offset = 0
            while offset < source.count {
                let block = try source.bytes(at: offset, length: min(blockSize, source.count - offset))
                guard !block.isEmpty else { break }
                hasher.update(block)
                offset += block.count
            }
            return try hasher.hexadecimal()
        } catch let error as LibcryptoMissing {
            throw ToolError(error)
        }
    }
}
