import CAppGroupCrypto

/// Computes the SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
///
/// Hence `@unchecked`: one thread at a time may use it, and its caller sees to that.
public final class SHA256Hasher: @unchecked Sendable {
    private let crypto: appgroup_crypto
    private let context: OpaquePointer

    /// Begins without any bytes.
    public init() throws(LibcryptoMissing) {
        let crypto = try Libcrypto.required()
        guard let context = crypto.EVP_MD_CTX_new() else { throw LibcryptoMissing() }
        (self.crypto, self.context) = (crypto, context)
        guard crypto.EVP_DigestInit_ex(context, crypto.EVP_sha256(), nil) == 1 else { throw LibcryptoMissing() }
    }

    deinit { crypto.EVP_MD_CTX_free(context) }

    /// Adds bytes.
    package func update(_ bytes: UnsafeRawBufferPointer) {
        _ = crypto.EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// Adds bytes.
    public func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The 32 bytes of the digest of all bytes so far. More bytes may follow.
    public func digest() throws(LibcryptoMissing) -> [UInt8] {
        guard let copy = crypto.EVP_MD_CTX_new() else { throw LibcryptoMissing() }
        defer { crypto.EVP_MD_CTX_free(copy) }
        var digest = [UInt8](repeating: 0, count: 32)
        guard crypto.EVP_MD_CTX_copy_ex(copy, context) == 1, crypto.EVP_DigestFinal_ex(copy, &digest, nil) == 1 else {
            throw LibcryptoMissing()
        }
        return digest
    }

    /// The digest of all bytes so far, as 64 lowercase hexadecimal digits. More bytes may follow.
    public func hexadecimal() throws(LibcryptoMissing) -> String { try digest().hexadecimal }
}

extension Sequence<UInt8> {
    /// Two lowercase hexadecimal digits for each byte, the form of digests and file names everywhere.
    public var hexadecimal: String {
        // As an array, because code that knows the type of its bytes is much faster than code for any sequence.
        let bytes = Array(self)
        return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = digits[Int(byte >> 4)]
                text[2 * index + 1] = digits[Int(byte & 15)]
            }
            return 2 * bytes.count
        }
    }
}

/// The digits from 0 to 15.
private let digits = Array("0123456789abcdef".utf8)
