import CAppGroupCrypto

/// The SHA-256 of bytes that come in pieces (FIPS 180-4), by OpenSSL's libcrypto, which is loaded for the first one.
public final class SHA256 {
    private static let functions: appgroup_crypto? = {
        var functions = appgroup_crypto()
        return appgroup_crypto_load_any(&functions) ? functions : nil
    }()

    private let functions: appgroup_crypto
    private let context: OpaquePointer

    /// nil if libcrypto can't be used on this machine.
    public init?() {
        guard let functions = Self.functions, let context = functions.EVP_MD_CTX_new() else { return nil }
        guard functions.EVP_DigestInit_ex(context, functions.EVP_sha256(), nil) == 1 else {
            functions.EVP_MD_CTX_free(context)
            return nil
        }
        (self.functions, self.context) = (functions, context)
    }

    deinit { functions.EVP_MD_CTX_free(context) }

    /// Takes the next bytes.
    public func update(_ bytes: some Collection<UInt8>) {
        let isTaken: Void? = bytes.withContiguousStorageIfAvailable {
            _ = functions.EVP_DigestUpdate(context, $0.baseAddress, $0.count)
        }
        if isTaken == nil { update(Array(bytes)) }
    }

    /// The digest of all bytes so far, in lowercase hexadecimal digits. No more bytes can be taken after it.
    public func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = functions.EVP_DigestFinal_ex(context, &digest, nil)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
