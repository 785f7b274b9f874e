/// The beginning of every link to this server: a scheme, a host and an optional port, without a path.
public struct PublicURL: Hashable, Sendable, CustomStringConvertible {
    /// Whether the scheme is `https`.
    public let isSecure: Bool
    /// Host and port, in the form of RFC 3986.
    public let authority: String

    /// Without a slash at the end.
    public var description: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// Takes the URL that the administrator configured.
    public init(_ text: String) throws(ServiceError) {
        let trimmed = text.hasSuffix("/") ? text.dropLast() : text[...]
        let parts = trimmed.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()),
            let url = PublicURL(isSecure: parts[0].lowercased() == "https", authority: parts[1])
        else {
            throw ServiceError(
                .configuration,
                "“\(text)” is not a URL that links can begin with; write it like https://tools.example.com")
        }
        self = url
    }

    /// Takes the `Host` of a request; `nil` if it is not a host and port (RFC 3986, section 3.2), so that nothing else gets into
    /// a link.
    public init?(isSecure: Bool, authority: some StringProtocol) {
        guard authority.utf8.count <= 260, let (host, port) = Self.parts(of: Substring(authority)) else { return nil }
        self.init(isSecure: isSecure, host: host.lowercased(), port: port)
    }

    /// The URL of the server on its own machine.
    public init(isSecure: Bool, ownPort: Int?) { self.init(isSecure: isSecure, host: "localhost", port: ownPort) }

    /// Omits a port that the scheme implies, as browsers do in `Origin` (RFC 6454, section 6.2), which is compared with this.
    private init(isSecure: Bool, host: String, port: Int?) {
        self.isSecure = isSecure
        let implied = isSecure ? 443 : 80
        authority = if let port, port != implied { "\(host):\(port)" } else { host }
    }

    /// The host as written, and the port; `nil` if the text is not a host and port.
    private static func parts(of authority: Substring) -> (host: Substring, port: Int?)? {
        let end = authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
        guard let colon = authority[end...].firstIndex(of: ":") else {
            return isHost(authority) ? (authority, nil) : nil
        }
        guard isHost(authority[..<colon]), let port = port(authority[authority.index(after: colon)...]) else {
            return nil
        }
        return (authority[..<colon], port)
    }

    private static func isHost(_ host: some StringProtocol) -> Bool {
        if host.first == "[" {
            let address = host.dropFirst().dropLast()
            return host.last == "]" && address.contains(":") && ClientAddress(address) != nil
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy(isLetter)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func port(_ text: some StringProtocol) -> Int? {
        guard (1...5).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(text), port > 0
        else { return nil }
        return Int(port)
    }
}
