import PhotoData
import ToolProgram
import ToolSupport

/// The SHA-256 of a photo.
enum PhotoDigest {
    /// How many bytes are read at a time.
    private static let blockSize = 1 << 20

    /// In lowercase hexadecimal digits.
    static func sha256(of source: some PhotoSource) throws -> String {
        guard let digest = SHA256() else {
            throw ToolError.unavailable("OpenSSL's libcrypto can't be used on this machine: is it installed?")
        }
        var offset = 0
        while offset < source.count {
            let block = try source.bytes(at: offset, length: min(blockSize, source.count - offset))
            guard !block.isEmpty else { break }
            digest.update(block)
            offset += block.count
        }
        return digest.finish()
    }
}
