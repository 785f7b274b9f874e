/// The header field `Content-Digest` (RFC 9530, section 2), with SHA-256.
public enum ContentDigest {
    /// The value of the field for a body, such as `sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:`.
    ///
    /// - Throws: ``SignatureError`` if libcrypto can't be loaded.
    public static func value(of body: [UInt8]) throws(SignatureError) -> String {
        value(ofSHA256: try SignatureHash.sha256(of: body))
    }

    /// The value of the field for a body that was hashed before.
    ///
    /// - Parameter digest: 32 bytes.
    public static func value(ofSHA256 digest: [UInt8]) -> String { "sha-256=\(FieldValue.bytes(digest).text)" }

    /// The SHA-256 that a field names, 32 bytes. Digests of other kinds beside it don't matter.
    ///
    /// - Throws: ``SignatureError`` if it names none, or can't be understood.
    public static func sha256(in value: String) throws(SignatureError) -> [UInt8] {
        guard case .value(.bytes(let digest))? = FieldParser.dictionary(value)?["sha-256"]?.content,
            digest.count == 32
        else {
            throw SignatureError(.malformed, "Content-Digest has no SHA-256; write it as sha-256=:BASE64:.")
        }
        return digest
    }
}
