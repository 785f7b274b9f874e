public import Downloading
import FoundationEssentials

/// What a request to a ``JSONClient`` asks for.
public struct ServerCall {
    /// The method.
    public var method = WebRequest.Method.get
    /// The path, with its query, percent-encoded.
    public let path: String
    /// Lines of the head.
    public var fields: [String] = []
    /// The bytes that are sent along, if any.
    public var body: (any RequestBody)?
    /// The JSON document that is sent along, if any.
    public private(set) var document: [UInt8]?
    /// The SHA-256 of a body that is no document, if it is known.
    public var sha256: [UInt8]?
    /// Whether a body is kept back until the server agrees to take it, so that a large one isn't sent in vain.
    public var asksBeforeBody = false
    /// Whether doing it twice is no more than doing it once. Otherwise it is not sent again after it may have arrived.
    public var isRepeatable = true

    /// A call without a body.
    public init(_ method: WebRequest.Method = .get, _ path: String) { (self.method, self.path) = (method, path) }

    /// A call with a JSON document.
    public init(_ method: WebRequest.Method, _ path: String, _ document: some Encodable) throws {
        try self.init(method, path, json: Array(StableJSON.text(document).utf8))
    }

    /// A call with a document that is JSON already.
    public init(_ method: WebRequest.Method, _ path: String, json: [UInt8]) {
        self.init(method, path)
        fields = ["Content-Type: application/json"]
        document = json
        body = BytesBody(json)
    }
}
