import CAppGroupCrypto
import PhotoData
import ToolProgram

/// The SHA-256 of a photo, by OpenSSL's libcrypto, which is loaded for the first one.
enum PhotoDigest {
    private static let functions: appgroup_crypto? = {
        var functions = appgroup_crypto()
        return appgroup_crypto_load_any(&functions) ? functions : nil
    }()

    /// How many bytes are read at a time.
    private static let blockSize = 1 << 20

    /// In lowercase hexadecimal digits.
    static func sha256(of source: some PhotoSource) throws -> String {
        guard let functions, let context = functions.EVP_MD_CTX_new() else { throw missing }
        defer { functions.EVP_MD_CTX_free(context) }
        guard functions.EVP_DigestInit_ex(context, functions.EVP_sha256(), nil) == 1 else { throw missing }
        var offset = 0
        while offset < source.count {
            let block = try source.bytes(at: offset, length: min(blockSize, source.count - offset))
            guard !block.isEmpty else { break }
            guard functions.EVP_DigestUpdate(context, block, block.count) == 1 else { throw missing }
            offset += block.count
        }
        var digest = [UInt8](repeating: 0, count: 32)
        guard functions.EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw missing }
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static let missing = ToolError.unavailable(
        "OpenSSL's libcrypto can't be used on this machine: is it installed?")
}
