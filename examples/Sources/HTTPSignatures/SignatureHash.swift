import AppGroupCrypto

/// The two hashes that signatures use, SHA-256 and HMAC-SHA256, by OpenSSL's libcrypto, which is loaded when it is first
/// needed.
public enum SignatureHash {
    /// The HMAC of a message with SHA-256 (RFC 2104, FIPS 180-4): 32 bytes.
    ///
    /// - Throws: ``SignatureError`` if libcrypto can't be used.
    public static func hmac(of message: [UInt8], key: [UInt8]) throws(SignatureError) -> [UInt8] {
        try converting { () throws(LibcryptoMissing) in try HMACSHA256.code(of: message, key: key) }
    }

    /// The SHA-256 of a message: 32 bytes.
    ///
    /// - Throws: ``SignatureError`` if libcrypto can't be used.
    public static func sha256(of message: [UInt8]) throws(SignatureError) -> [UInt8] {
        try converting { () throws(LibcryptoMissing) in try HashFunction.sha256.digest(of: message) }
    }

    /// Whether two secrets are equal, in a time that does not depend on where they differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) throws(SignatureError) -> Bool {
        try converting { () throws(LibcryptoMissing) in try HMACSHA256.areEqual(one, other) }
    }

    private static func converting<Result>(
        _ body: () throws(LibcryptoMissing) -> Result
    ) throws(SignatureError) -> Result {
        do throws(LibcryptoMissing) { return try body() } catch { throw SignatureError(error) }
    }
}
