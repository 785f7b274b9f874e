import CAppGroupCrypto

/// OpenSSL's libcrypto, loaded for the first file that is encrypted.
struct Crypto {
    private let functions: appgroup_crypto

    private static let loaded: appgroup_crypto? = {
        var functions = appgroup_crypto()
        return appgroup_crypto_load_any(&functions) ? functions : nil
    }()

    private static var missing: PDFError {
        PDFError(.unsupported, "The PDF is encrypted, and OpenSSL can't be used on this machine: is it installed?")
    }

    /// - Throws: ``PDFError`` if libcrypto cannot be loaded.
    init() throws {
        guard let functions = Self.loaded else { throw Self.missing }
        self.functions = functions
    }

    /// The hash functions that PDF's encryption uses.
    enum Hash {
        case md5, sha256, sha384, sha512
    }

    /// The digest of a message.
    static func hash(_ message: some Collection<UInt8>, by hash: Hash) throws -> [UInt8] {
        let functions = try Crypto().functions
        guard let context = functions.EVP_MD_CTX_new() else { throw missing }
        defer { functions.EVP_MD_CTX_free(context) }
        let (kind, count) =
            switch hash {
            case .md5: (functions.EVP_md5(), 16)
            case .sha256: (functions.EVP_sha256(), 32)
            case .sha384: (functions.EVP_sha384(), 48)
            case .sha512: (functions.EVP_sha512(), 64)
            }
        let bytes = Array(message)
        var digest = [UInt8](repeating: 0, count: count)
        guard functions.EVP_DigestInit_ex(context, kind, nil) == 1,
            functions.EVP_DigestUpdate(context, bytes, bytes.count) == 1,
            functions.EVP_DigestFinal_ex(context, &digest, nil) == 1
        else { throw missing }
        return digest
    }

    /// Encrypts or decrypts whole blocks by AES in the mode CBC, without padding.
    /// - Parameters:
    ///   - key: 16 or 32 bytes.
    ///   - start: the 16 bytes that begin the chain.
    static func aesCBC(_ bytes: [UInt8], key: [UInt8], start: [UInt8], encrypts: Bool) throws -> [UInt8] {
        let functions = try Crypto().functions
        guard let context = functions.EVP_CIPHER_CTX_new() else { throw missing }
        defer { functions.EVP_CIPHER_CTX_free(context) }
        guard [16, 32].contains(key.count), start.count == 16, bytes.count % 16 == 0, bytes.count < Int(Int32.max)
        else {
            throw PDFError(.damaged, "The PDF is encrypted with a key of the wrong length.")
        }
        let cipher = key.count == 16 ? functions.EVP_aes_128_cbc() : functions.EVP_aes_256_cbc()
        var result = [UInt8](repeating: 0, count: bytes.count + 16)
        var count: Int32 = 0
        guard functions.EVP_CipherInit_ex(context, cipher, nil, key, start, encrypts ? 1 : 0) == 1,
            functions.EVP_CIPHER_CTX_set_padding(context, 0) == 1,
            functions.EVP_CipherUpdate(context, &result, &count, bytes, Int32(bytes.count)) == 1
        else { throw missing }
        return Array(result.prefix(Int(count)))
    }
}
