import Downloading

/// A request to a server.
struct ServerRequest: Sendable {
    var method: WebRequest.Method
    /// A path on the server, with its query.
    var path: ServerPath
    /// The fields of the head, by name.
    var fields: [(name: String, value: String)] = []
    var token: Token?
    var body: (any RequestBody)?
    /// Whether asking twice does no more than asking once, so that it may be sent again.
    var isRepeatable = true
    /// Whether the server is asked before the body is sent, so that its refusal arrives even if it closes the connection.
    var asksBeforeBody = false
    /// Whether the answer may come compressed.
    var allowsCompression = false

    init(_ method: WebRequest.Method = .get, _ path: ServerPath, token: Token? = nil) {
        self.method = method
        self.path = path
        self.token = token
    }

    /// The request as it goes to a server.
    ///
    /// - Parameter isElsewhere: Whether that is another server than the one that was asked first. It gets no token, and no tag for
    ///   `If-Range` either: it has tags of its own, and would send everything from the beginning. If the bytes are wrong, the
    ///   file's hash shows it.
    func addressed(to server: ServerAddress, path: String, isElsewhere: Bool) throws(ClientError) -> WebRequest {
        guard let address = WebAddress("\(server)\(path)") else {
            throw ClientError(
                .brokenProtocol, "\(server)\(path) is not a web address; tell the server's administrator.")
        }
        let fields = fields.filter { !isElsewhere || $0.name != "If-Range" }
        var request = WebRequest(method, address, fields: fields.map { "\($0.name): \($0.value)" }, body: body)
        if let token, !isElsewhere { request.fields.append("Authorization: Bearer \(token.secret)") }
        request.isRepeatable = isRepeatable
        request.asksBeforeBody = asksBeforeBody
        request.allowsCompression = allowsCompression
        return request
    }
}

/// A path on a server, as it stands in a request: it can lead to no other host, and out of no folder.
struct ServerPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    let description: String

    /// Takes what a server sent: an absolute path of unreserved characters, without a query (RFC 3986 section 3.3); `nil` for
    /// anything else.
    init?(untrusted text: String) {
        guard 2...1024 ~= text.utf8.count, text.utf8.first == UInt8(ascii: "/") else { return nil }
        for segment in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard !segment.isEmpty, segment != ".", segment != "..", segment.utf8.allSatisfy(Self.isPlain) else {
                return nil
            }
        }
        description = text
    }

    /// Takes a path of our own.
    init(stringLiteral path: String) { description = path }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
