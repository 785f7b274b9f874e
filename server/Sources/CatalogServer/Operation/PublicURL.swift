/// The beginning of every link to this server: a scheme, a host, perhaps a port, and no path.
struct PublicURL: Hashable, Sendable, CustomStringConvertible {
    let isSecure: Bool
    /// Host and port, as RFC 3986 writes them.
    let authority: String

    var description: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// Takes one that the administrator gave.
    init(_ text: String) throws(ServiceError) {
        let trimmed = text.hasSuffix("/") ? text.dropLast() : text[...]
        let parts = trimmed.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()),
            let url = PublicURL(isSecure: parts[0].lowercased() == "https", authority: parts[1])
        else {
            throw ServiceError(
                .configuration, "“\(text)” is no URL that links can begin with; say it like https://tools.example.com")
        }
        self = url
    }

    /// Takes a `Host` that somebody sent; `nil` for what is no host and port (RFC 3986, section 3.2), so that nothing else
    /// gets into a link.
    init?(isSecure: Bool, authority: some StringProtocol) {
        guard authority.utf8.count <= 260, Self.isSound(authority) else { return nil }
        self.isSecure = isSecure
        self.authority = authority.lowercased()
    }

    /// Where a server is reached on its own machine.
    init(isSecure: Bool, ownPort: Int?) {
        self.isSecure = isSecure
        authority = ownPort.map { "localhost:\($0)" } ?? "localhost"
    }

    private static func isSound(_ authority: some StringProtocol) -> Bool {
        var host = authority[...]
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]"), host[..<end].dropFirst().contains(":"),
                ClientAddress(host[..<end].dropFirst()) != nil
            else { return false }
            host = host[host.index(after: end)...]
            guard !host.isEmpty else { return true }
            return host.first == ":" && isPort(host.dropFirst())
        }
        if let colon = host.firstIndex(of: ":") {
            guard isPort(host[host.index(after: colon)...]) else { return false }
            host = host[..<colon]
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return !host.isEmpty
            && labels.allSatisfy { label in
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

    private static func isPort(_ text: some StringProtocol) -> Bool {
        (1...5).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && UInt16(text).map { $0 > 0 } ?? false
    }
}
