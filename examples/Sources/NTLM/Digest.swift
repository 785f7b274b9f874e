import AppGroupCrypto

/// Hashes by OpenSSL's libcrypto, which is loaded for the first one.
enum Digest {
    /// The digest of a message.
    ///
    /// - Throws: ``NTLMError`` if libcrypto can't be used.
    static func hash(_ message: [UInt8], by function: HashFunction) throws(NTLMError) -> [UInt8] {
        do throws(LibcryptoMissing) { return try function.digest(of: message) } catch { throw NTLMError(.noCrypto) }
    }

    /// HMAC with MD5 (RFC 2104). The key has 16 bytes, which is less than a block.
    ///
    /// It is made of two hashes, because some systems allow MD5 but not HMAC with it.
    static func hmacMD5(_ message: [UInt8], key: [UInt8]) throws(NTLMError) -> [UInt8] {
        let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
        let inner = try hash(padded.map { $0 ^ 0x36 } + message, by: .md5)
        return try hash(padded.map { $0 ^ 0x5C } + inner, by: .md5)
    }
}
