package import CAppGroupCrypto

/// OpenSSL's libcrypto, loaded when it is first needed.
package enum Libcrypto {
    /// Its functions; `nil` if it cannot be loaded. They never change afterwards.
    package static let functions: appgroup_crypto? = {
        var crypto = appgroup_crypto()
        return appgroup_crypto_load_any(&crypto) ? crypto : nil
    }()
}

/// Computes the SHA-256 (FIPS 180-4) of bytes that arrive in pieces, with OpenSSL's libcrypto. One thread at a time may use it.
package final class SHA256Hasher: @unchecked Sendable {
    private let crypto: appgroup_crypto
    private let context: OpaquePointer

    private static let missing = PackageError(
        .inputOutput, "SHA-256 can't be computed on this machine, because libcrypto can't be loaded; install OpenSSL.")

    /// - Throws: ``PackageError`` if libcrypto cannot be loaded.
    package init() throws(PackageError) {
        guard let crypto = Libcrypto.functions, let context = crypto.EVP_MD_CTX_new() else { throw Self.missing }
        (self.crypto, self.context) = (crypto, context)
        guard crypto.EVP_DigestInit_ex(context, crypto.EVP_sha256(), nil) == 1 else { throw Self.missing }
    }

    deinit { crypto.EVP_MD_CTX_free(context) }

    /// Adds bytes.
    package func update(_ bytes: UnsafeRawBufferPointer) {
        _ = crypto.EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// Adds bytes.
    package func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The 32 bytes of the digest of all bytes so far. More bytes may follow.
    package func digest() throws(PackageError) -> [UInt8] {
        guard let copy = crypto.EVP_MD_CTX_new() else { throw Self.missing }
        defer { crypto.EVP_MD_CTX_free(copy) }
        var digest = [UInt8](repeating: 0, count: 32)
        guard crypto.EVP_MD_CTX_copy_ex(copy, context) == 1, crypto.EVP_DigestFinal_ex(copy, &digest, nil) == 1 else {
            throw Self.missing
        }
        return digest
    }

    /// The digest of all bytes so far, as 64 lowercase hexadecimal digits. More bytes may follow.
    package func hexadecimal() throws(PackageError) -> String { try digest().hexadecimal }
}
