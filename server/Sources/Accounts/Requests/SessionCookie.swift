public import Hummingbird

/// The cookie for a browser's session. Its value is a token like any other.
public enum SessionCookie {
    /// Over TLS, the name has a prefix that makes browsers accept the cookie only from this host and only over TLS (RFC 6265bis,
    /// section 4.1.3.2).
    public static func name(isSecure: Bool) -> String { isSecure ? "__Host-session" : "session" }

    /// The token of a request's cookie; `nil` if there is none.
    public static func token(in request: Request, isSecure: Bool) -> SessionToken? {
        request.cookies[name(isSecure: isSecure)].flatMap { SessionToken(sent: $0.value) }
    }

    /// The cookie to set, for as long as the session can last.
    public static func carrying(_ token: SessionToken, seconds: Int, isSecure: Bool) -> Cookie {
        Cookie(
            name: name(isSecure: isSecure), value: token.text, maxAge: seconds, path: "/", secure: isSecure,
            httpOnly: true, sameSite: .lax)
    }

    /// Removes the cookie.
    public static func removal(isSecure: Bool) -> Cookie {
        Cookie(
            name: name(isSecure: isSecure), value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }
}
