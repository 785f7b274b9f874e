import HTTPTypes
import Hummingbird

/// The cookie for a browser's session. Its value is a token like any other.
enum SessionCookie {
    /// Over TLS, the name has a prefix that makes browsers accept the cookie only from this host and only over TLS (RFC 6265bis,
    /// section 4.1.3.2).
    static func name(isSecure: Bool) -> String { isSecure ? "__Host-session" : "session" }

    static func token(in request: Request, isSecure: Bool) -> SessionToken? {
        request.cookies[name(isSecure: isSecure)].flatMap { SessionToken(sent: $0.value) }
    }

    /// The cookie to set, for as long as the session can last.
    static func carrying(_ token: SessionToken, seconds: Int, isSecure: Bool) -> Cookie {
        Cookie(
            name: name(isSecure: isSecure), value: token.text, maxAge: seconds, path: "/", secure: isSecure,
            httpOnly: true, sameSite: .lax)
    }

    /// Removes the cookie.
    static func removal(isSecure: Bool) -> Cookie {
        Cookie(
            name: name(isSecure: isSecure), value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }
}

/// Whether a browser sent a request from a page of this server. Browsers also send a cookie with requests that pages of other
/// sites make, so a request that changes something by a cookie must come from one of our pages.
enum SameOrigin {
    static func isSafe(_ method: HTTPRequest.Method) -> Bool { method == .get || method == .head }

    /// Every browser sends `Origin` or `Sec-Fetch-Site` with a form. A client that sends neither is not a browser, and carries
    /// only cookies that it was given on purpose.
    static func holds(_ request: Request, publicURL: String) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        return origin.lowercased() == publicURL
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("sec-fetch-site")!
}
