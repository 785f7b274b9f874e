import AppGroupCrypto

/// The two hashes that signatures use, SHA-256 and HMAC-SHA256, by OpenSSL's libcrypto, which is loaded when it is first
/// needed.
public enum SignatureHash {
    /// The HMAC of a message with SHA-256 (RFC 2104, FIPS 180-4): 32 bytes.
    ///
    /// - Throws: ``SignatureError`` if libcrypto can't be used.
    public static func hmac(of message: [UInt8], key: [UInt8]) throws(SignatureError) -> [UInt8] {
        do throws(LibcryptoMissing) {
            return try HMACSHA256.code(of: message, key: key)
        } catch {
            throw SignatureError(error)
        }
    }

    /// The SHA-256 of a message: 32 bytes.
    ///
    /// - Throws: ``SignatureError`` if libcrypto can't be used.
    public static func sha256(of message: [UInt8]) throws(SignatureError) -> [UInt8] {
        do throws(LibcryptoMissing) {
            return try HashFunction.sha256.digest(of: message)
        } catch {
            throw SignatureError(error)
        }
    }

    /// Whether two secrets are equal, in a time that does not depend on where they differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) throws(SignatureError) -> Bool {
        do throws(LibcryptoMissing) {
            return try HMACSHA256.areEqual(one, other)
        } catch {
            throw SignatureError(error)
        }
    }
}
