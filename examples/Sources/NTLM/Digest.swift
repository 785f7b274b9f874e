import CAppGroupCrypto

/// Hashes by OpenSSL's libcrypto, which is loaded for the first one.
struct Digest {
    private let functions: appgroup_crypto

    private static let loaded: appgroup_crypto? = {
        var functions = appgroup_crypto()
        return appgroup_crypto_load_any(&functions) ? functions : nil
    }()

    /// - Throws: ``NTLMError`` if libcrypto cannot be loaded.
    init() throws(NTLMError) {
        guard let functions = Self.loaded else { throw NTLMError(.noCrypto) }
        self.functions = functions
    }

    /// The hash functions that NTLM and channel bindings use.
    enum Function {
        case md5, sha256, sha384, sha512
    }

    /// The digest of a message.
    func hash(_ message: [UInt8], by function: Function) throws(NTLMError) -> [UInt8] {
        guard let context = functions.EVP_MD_CTX_new() else { throw NTLMError(.noCrypto) }
        defer { functions.EVP_MD_CTX_free(context) }
        let (kind, count) =
            switch function {
            case .md5: (functions.EVP_md5(), 16)
            case .sha256: (functions.EVP_sha256(), 32)
            case .sha384: (functions.EVP_sha384(), 48)
            case .sha512: (functions.EVP_sha512(), 64)
            }
        var digest = [UInt8](repeating: 0, count: count)
        guard functions.EVP_DigestInit_ex(context, kind, nil) == 1,
            functions.EVP_DigestUpdate(context, message, message.count) == 1,
            functions.EVP_DigestFinal_ex(context, &digest, nil) == 1
        else { throw NTLMError(.noCrypto) }
        return digest
    }

    /// HMAC with MD5 (RFC 2104). The key has 16 bytes, which is less than a block.
    ///
    /// It is made of two hashes, because some systems allow MD5 but not HMAC with it.
    func hmacMD5(_ message: [UInt8], key: [UInt8]) throws(NTLMError) -> [UInt8] {
        let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
        let inner = try hash(padded.map { $0 ^ 0x36 } + message, by: .md5)
        return try hash(padded.map { $0 ^ 0x5C } + inner, by: .md5)
    }
}
