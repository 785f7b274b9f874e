package import AppGroupCrypto
package import CAppGroupCrypto

/// Computes and compares message authentication codes with one key: HMAC-SHA256 (RFC 2104).
package struct MessageAuthenticator: Sendable {
    private let key: [UInt8]

    /// In bytes.
    package static let codeSize = HMACSHA256.codeSize

    /// - Throws: ``ServiceError`` if libcrypto cannot be loaded.
    package init(key: [UInt8]) throws(ServiceError) {
        _ = try Libcrypto.forServer()
        self.key = key
    }

    /// The 32 bytes of the code of a message.
    package func code(of message: some Collection<UInt8>) -> [UInt8] {
        do throws(LibcryptoMissing) { return try HMACSHA256.code(of: message, key: key) } catch {
            preconditionFailure("libcrypto can't compute an authentication code.")
        }
    }

    /// Whether this is the code of a message. It takes the same time wherever two codes differ.
    package func isCode(_ code: some Collection<UInt8>, of message: some Collection<UInt8>) -> Bool {
        (try? HMACSHA256.areEqual(Array(code), self.code(of: message))) ?? false
    }

    /// Derives a key for one purpose from a secret: HKDF-SHA256 without a salt (RFC 5869).
    ///
    /// - Parameters:
    ///   - purpose: Another purpose gives another key.
    ///   - count: In bytes, at most 8,160.
    package static func key(from secret: [UInt8], for purpose: [UInt8], count: Int = 32) throws(ServiceError) -> [UInt8]
    {
        let extracted = try MessageAuthenticator(key: [UInt8](repeating: 0, count: codeSize)).code(of: secret)
        let hmac = try MessageAuthenticator(key: extracted)
        var (key, block): ([UInt8], [UInt8]) = ([], [])
        var number: UInt8 = 1
        while key.count < count {
            block = hmac.code(of: block + purpose + [number])
            key += block
            number += 1
        }
        return Array(key.prefix(count))
    }
}

extension Libcrypto {
    /// Its functions.
    ///
    /// - Throws: `configuration` if it cannot be loaded.
    package static func forServer() throws(ServiceError) -> appgroup_crypto {
        do { return try required() } catch { throw ServiceError(.configuration, error.description) }
    }
}
