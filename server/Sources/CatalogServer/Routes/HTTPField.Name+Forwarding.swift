import HTTPTypes

extension HTTPField.Name {
    /// RFC 7239, and what came before it. The parser's only failure is a name that is none.
    static let forwarded = Self("Forwarded")!
    static let xForwardedFor = Self("X-Forwarded-For")!
    static let xForwardedProto = Self("X-Forwarded-Proto")!
    static let xForwardedHost = Self("X-Forwarded-Host")!
    static let xRequestID = Self("X-Request-Id")!
}
