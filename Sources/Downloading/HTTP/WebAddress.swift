/// An `http:` or `https:` URL that names a host, kept as it was written (RFC 9110, 4.2).
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    /// The URL as it was written.
    public let description: String

    /// Whether the connection is encrypted.
    public let isSecure: Bool

    /// The longest URL, in bytes.
    public static let maximumLength = 8192

    /// Reads a URL; nil if it is another kind of URL, has no host, contains a space or a control character, or is longer than
    /// ``maximumLength``.
    public init?(_ text: String) {
        let lower = text.lowercased()
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return nil
        }
        if lower.hasPrefix("https://") {
            isSecure = true
        } else if lower.hasPrefix("http://") {
            isSecure = false
        } else {
            return nil
        }
        description = text
        guard !host.isEmpty else { return nil }
    }

    private var authority: Substring.UTF8View {
        let rest = description.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        return rest.prefix { !"/?#".utf8.contains($0) }
    }

    /// Whether it has a user name, perhaps with a password, before the host.
    public var hasUser: Bool { authority.contains(UInt8(ascii: "@")) }

    /// The host and its port, without a user name.
    public var host: String {
        let authority = authority
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map(authority.index(after:)) ?? authority.startIndex
        return String(authority[start...]) ?? ""
    }

    /// The server that it leads to: scheme, host and port (RFC 9110, 4.3.1).
    var origin: String { (isSecure ? "https://" : "http://") + host.lowercased() }

    /// Whether the host is this machine, where no encryption is needed.
    public var isLocal: Bool {
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" } + "]") : String(host.prefix { $0 != ":" })
        return ["localhost", "127.0.0.1", "[::1]"].contains(name.lowercased())
    }
}
