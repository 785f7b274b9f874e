import CAppGroupCrypto

/// The SHA-256 (FIPS 180-4) of bytes that come in pieces, by OpenSSL's libcrypto, which is loaded for the first one.
public final class SHA256Stream {
    private static let functions: appgroup_crypto? = {
        var functions = appgroup_crypto()
        return appgroup_crypto_load_any(&functions) ? functions : nil
    }()

    private let functions: appgroup_crypto
    private let context: OpaquePointer

    private static let missing = ToolError.unavailable(
        "OpenSSL's libcrypto can't be used on this machine: is it installed?")

    /// Begins without any bytes.
    ///
    /// - Throws: An error with status 69 if there is no libcrypto.
    public init() throws(ToolError) {
        guard let functions = Self.functions, let context = functions.EVP_MD_CTX_new() else { throw Self.missing }
        (self.functions, self.context) = (functions, context)
        guard functions.EVP_DigestInit_ex(context, functions.EVP_sha256(), nil) == 1 else { throw Self.missing }
    }

    deinit { functions.EVP_MD_CTX_free(context) }

    /// Adds bytes.
    public func update(_ bytes: [UInt8]) throws(ToolError) {
        guard functions.EVP_DigestUpdate(context, bytes, bytes.count) == 1 else { throw Self.missing }
    }

    /// The 32 bytes of the digest. Nothing can be added afterwards.
    public func finish() throws(ToolError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        guard functions.EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw Self.missing }
        return digest
    }

    /// The digest of a text in UTF-8, in lowercase hexadecimal digits.
    public static func hexadecimal(of text: String) throws(ToolError) -> String {
        let stream = try SHA256Stream()
        try stream.update(Array(text.utf8))
        return try stream.finish().lowercaseHexadecimal
    }
}

extension [UInt8] {
    /// Two lowercase hexadecimal digits for each byte.
    public var lowercaseHexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * count) { digits in
            for (index, byte) in enumerated() {
                for (place, digit) in [byte >> 4, byte & 15].enumerated() {
                    digits[2 * index + place] = digit < 10 ? 0x30 + digit : 0x57 + digit
                }
            }
            return 2 * count
        }
    }
}
