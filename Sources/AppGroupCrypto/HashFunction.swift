import CAppGroupCrypto

/// Hash functions of libcrypto, for a message that is in memory as a whole. ``SHA256Hasher`` takes one in pieces.
public enum HashFunction: Sendable {
    /// MD5 (RFC 1321): 16 bytes. It protects nothing, since anyone can make two messages with the same digest.
    case md5
    /// SHA-256 (FIPS 180-4): 32 bytes.
    case sha256
    /// SHA-384 (FIPS 180-4): 48 bytes.
    case sha384
    /// SHA-512 (FIPS 180-4): 64 bytes.
    case sha512

    /// The digest of a message.
    public func digest(of message: some Collection<UInt8>) throws(LibcryptoMissing) -> [UInt8] {
        let crypto = try Libcrypto.required()
        let (function, size) =
            switch self {
            case .md5: (crypto.EVP_md5(), 16)
            case .sha256: (crypto.EVP_sha256(), 32)
            case .sha384: (crypto.EVP_sha384(), 48)
            case .sha512: (crypto.EVP_sha512(), 64)
            }
        let bytes = Array(message)
        var digest = [UInt8](repeating: 0, count: size)
        guard crypto.EVP_Digest(bytes, bytes.count, &digest, nil, function, nil) == 1 else { throw LibcryptoMissing() }
        return digest
    }
}
