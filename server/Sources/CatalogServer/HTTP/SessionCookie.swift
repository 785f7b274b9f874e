import Hummingbird

/// The session of a browser. Its value is a token like any other.
enum SessionCookie {
    /// Over TLS the name has a prefix by which browsers take it only from this host, and only secured (RFC 6265bis,
    /// section 4.1.3.2).
    static func name(isSecure: Bool) -> String { isSecure ? "__Host-session" : "session" }

    static func token(in request: Request, isSecure: Bool) -> SessionToken? {
        request.cookies[name(isSecure: isSecure)].flatMap { SessionToken(sent: $0.value) }
    }

    /// Sets it, for as long as the session can last.
    static func carrying(_ token: SessionToken, seconds: Int, isSecure: Bool) -> Cookie {
        Cookie(
            name: name(isSecure: isSecure), value: token.text, maxAge: seconds, path: "/", secure: isSecure,
            httpOnly: true,
            sameSite: .lax)
    }

    /// Takes it away.
    static func removal(isSecure: Bool) -> Cookie {
        Cookie(
            name: name(isSecure: isSecure), value: "", maxAge: 0, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }
}
