import CAppGroupCrypto

/// Message authentication codes: HMAC (RFC 2104) with SHA-256.
public enum HMACSHA256 {
    /// The size of a code in bytes.
    package static let codeSize = 32

    /// The code of a message.
    public static func code(
        of message: some Collection<UInt8>, key: [UInt8]
    ) throws(LibcryptoMissing) -> [UInt8] {
        let crypto = try Libcrypto.required()
        // One zero byte is the same key as none, for which a null pointer would stand for the key of the call before.
        let key = key.isEmpty ? [0] : key
        let bytes = Array(message)
        var code = [UInt8](repeating: 0, count: codeSize)
        let result = crypto.HMAC(crypto.EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
        guard result != nil else { throw LibcryptoMissing() }
        return code
    }

    /// Whether two codes are equal. It takes the same time wherever they differ.
    public static func areEqual(_ one: [UInt8], _ other: [UInt8]) throws(LibcryptoMissing) -> Bool {
        let crypto = try Libcrypto.required()
        return one.count == other.count && crypto.CRYPTO_memcmp(one, other, one.count) == 0
    }
}
