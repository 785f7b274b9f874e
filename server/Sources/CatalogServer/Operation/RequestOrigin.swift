/// Who called, and by which address of this server, after what trusted proxies say.
struct RequestOrigin: Hashable, Sendable {
    /// `nil` over a Unix socket, and in tests without one.
    var address: ClientAddress?
    /// Where links lead, such as `https://tools.example.com`, without a slash at its end.
    var publicURL: String

    /// Whether they lead there over TLS.
    var isSecure: Bool { publicURL.hasPrefix("https:") }
}
