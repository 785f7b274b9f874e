import Downloading
import Serving

/// A request about an object or a bucket.
struct ObjectRequest: Sendable {
    var method: WebRequest.Method
    /// The object's name; `nil` for the bucket.
    var key: String?
    var query: [(name: String, value: String)] = []
    /// Fields besides those of the signature.
    var fields: [(name: String, value: String)] = []
    var body: (any RequestBody)?
    /// The SHA-256 of the body in hexadecimal digits.
    var payload = BlobDigest(sha256Of: []).description
    /// The purpose of the request, for sentences: “keep NAME”.
    let purpose: String

    init(_ method: WebRequest.Method, _ key: String?, to purpose: String) {
        (self.method, self.key, self.purpose) = (method, key, purpose)
    }

    /// Sets a body in memory.
    mutating func set(_ bytes: [UInt8]) {
        body = BytesBody(bytes)
        payload = BlobDigest(sha256Of: bytes).description
    }
}
