public import Hummingbird
public import Serving

extension SessionToken {
    /// Takes the token of a request from `Authorization: Bearer`, or else from a browser's cookie; `nil` if there is none.
    ///
    /// A cookie counts only if the request changes nothing, or cannot come from a page of another site.
    public init?(in request: Request, from origin: RequestOrigin) {
        if let token = Self.bearer(of: request) {
            self = token
            return
        }
        guard SameOrigin.isSafe(request.method) || SameOrigin.holds(request, publicURL: origin.publicURL),
            let token = SessionCookie.token(in: request, isSecure: origin.isSecure)
        else { return nil }
        self = token
    }

    private static func bearer(of request: Request) -> SessionToken? {
        guard let value = request.headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return SessionToken(sent: parts[1])
    }
}
