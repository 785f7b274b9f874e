import CAppGroupCrypto

/// The two hashes that signatures use, SHA-256 and HMAC-SHA256, by OpenSSL's libcrypto, which is loaded for the first one.
public enum SignatureHash {
    private static let functions: appgroup_crypto? = {
        var functions = appgroup_crypto()
        return appgroup_crypto_load_any(&functions) ? functions : nil
    }()

    /// The HMAC of a message with SHA-256 (RFC 2104, FIPS 180-4): 32 bytes.
    ///
    /// - Throws: ``SignatureError`` if libcrypto can't be loaded.
    public static func hmac(of message: [UInt8], key: [UInt8]) throws(SignatureError) -> [UInt8] {
        guard let functions else { throw .noCrypto }
        var code = [UInt8](repeating: 0, count: 32)
        // A null pointer would stand for the key of the call before.
        let done = (key.isEmpty ? [0] : key).withUnsafeBytes { bytes in
            functions.HMAC(
                functions.EVP_sha256(), bytes.baseAddress, Int32(key.count), message, message.count, &code, nil)
        }
        guard done != nil else { throw .noCrypto }
        return code
    }

    /// The SHA-256 of a message: 32 bytes.
    ///
    /// - Throws: ``SignatureError`` if libcrypto can't be loaded.
    public static func sha256(of message: [UInt8]) throws(SignatureError) -> [UInt8] {
        guard let functions, let context = functions.EVP_MD_CTX_new() else { throw .noCrypto }
        defer { functions.EVP_MD_CTX_free(context) }
        var digest = [UInt8](repeating: 0, count: 32)
        guard functions.EVP_DigestInit_ex(context, functions.EVP_sha256(), nil) == 1,
            functions.EVP_DigestUpdate(context, message, message.count) == 1,
            functions.EVP_DigestFinal_ex(context, &digest, nil) == 1
        else { throw .noCrypto }
        return digest
    }

    /// Whether two secrets are equal, in a time that does not depend on where they differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) throws(SignatureError) -> Bool {
        guard let functions else { throw .noCrypto }
        return one.count == other.count && functions.CRYPTO_memcmp(one, other, one.count) == 0
    }
}
