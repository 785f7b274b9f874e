import CAppGroupCrypto

/// The cipher AES (FIPS 197).
public enum AES {
    private static let blockSize = 16

    /// Encrypts or decrypts whole blocks in the mode CBC (NIST SP 800-38A), without padding. It does not notice changed blocks.
    ///
    /// - Parameters:
    ///   - blocks: Less than 2 GiB.
    ///   - key: 16 or 32 bytes.
    ///   - start: The block that begins the chain.
    public static func cbc(
        _ blocks: [UInt8], key: [UInt8], start: [UInt8], encrypts: Bool
    ) throws(LibcryptoMissing) -> [UInt8] {
        precondition(
            [16, 32].contains(key.count) && start.count == blockSize && blocks.count % blockSize == 0
                && blocks.count <= Int32.max,
            "AES takes a key of 16 or 32 bytes, and whole blocks of less than 2 GiB.")
        let crypto = try Libcrypto.required()
        guard let context = crypto.EVP_CIPHER_CTX_new() else { throw LibcryptoMissing() }
        defer { crypto.EVP_CIPHER_CTX_free(context) }
        let cipher = key.count == 16 ? crypto.EVP_aes_128_cbc() : crypto.EVP_aes_256_cbc()
        var result = [UInt8](repeating: 0, count: blocks.count + blockSize)
        var count: Int32 = 0
        guard crypto.EVP_CipherInit_ex(context, cipher, nil, key, start, encrypts ? 1 : 0) == 1,
            crypto.EVP_CIPHER_CTX_set_padding(context, 0) == 1,
            crypto.EVP_CipherUpdate(context, &result, &count, blocks, Int32(blocks.count)) == 1
        else { throw LibcryptoMissing() }
        return Array(result.prefix(Int(count)))
    }
}
