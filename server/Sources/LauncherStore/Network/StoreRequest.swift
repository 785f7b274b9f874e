import AsyncHTTPClient
import NIOHTTP1

/// What is asked of a server.
struct StoreRequest: Sendable {
    var method = HTTPMethod.GET
    /// A path on the server, with its query.
    var path: ServerPath
    var headers = HTTPHeaders()
    var token: Token?
    /// Makes the body anew for each time that it is sent.
    var body: (@Sendable () -> HTTPClientRequest.Body)?
    /// Whether asking twice does no more than asking once, so that it may be sent again.
    var isRepeatable = true

    init(_ method: HTTPMethod = .GET, _ path: ServerPath, token: Token? = nil) {
        self.method = method
        self.path = path
        self.token = token
    }
}
