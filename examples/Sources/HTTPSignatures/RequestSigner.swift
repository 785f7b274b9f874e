import AppGroupCrypto
import AppGroupText

/// Signs the requests of one session: method, address and body, with the time and a new nonce for each.
public struct RequestSigner: Sendable {
    private let label: String
    private let keyID: String
    private let key: [UInt8]

    /// - Parameters:
    ///   - label: The name of the signature in the request.
    ///   - keyID: Printable ASCII.
    ///   - key: The secret.
    public init(label: String, keyID: String, key: [UInt8]) {
        self.label = label
        self.keyID = keyID
        self.key = key
    }

    /// The header fields to add to a request: `Content-Digest` if there is a body, `Signature-Input` and `Signature`.
    ///
    /// - Parameters:
    ///   - targetURI: The absolute address as the server sees it: scheme and host in lower case, and no port if it is the usual
    ///     one of the scheme.
    ///   - body: nil if there is none.
    ///   - created: Now, in seconds since 1970.
    /// - Throws: ``SignatureError`` if libcrypto can't be loaded, or if the address has a character beyond ASCII.
    public func fields(
        method: String, targetURI: String, body: [UInt8]?, created: Int64, nonce: String = newNonce()
    ) throws(SignatureError) -> [(name: String, value: String)] {
        var digest: [UInt8]?
        if let body { digest = try SignatureHash.sha256(of: body) }
        return try fields(method: method, targetURI: targetURI, sha256: digest, created: created, nonce: nonce)
    }

    /// The same for a body that was hashed before, such as a large file.
    ///
    /// - Parameter digest: The SHA-256 of the body, 32 bytes; nil if there is none.
    public func fields(
        method: String, targetURI: String, sha256 digest: [UInt8]?, created: Int64, nonce: String = newNonce()
    ) throws(SignatureError) -> [(name: String, value: String)] {
        let content = digest.map { [(name: "Content-Digest", value: ContentDigest.value(ofSHA256: $0))] } ?? []
        let request = SignedRequest(method: method, targetURI: targetURI, fields: content)
        let signature = try HTTPSignature.make(
            of: request, covering: ["@method", "@target-uri"] + (digest == nil ? [] : ["content-digest"]),
            created: created, keyID: keyID, nonce: nonce, key: key)
        return content + signature.fields(labeled: label)
    }

    /// A new text that is never used again: 128 random bits in Base64, without padding.
    public static func newNonce() -> String {
        String(Base64.encode(SecureRandom.bytes(16)).prefix(22))
    }
}
