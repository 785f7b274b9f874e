/// A path on a server, as it stands in a request: it can lead to no other host, and out of no folder.
struct ServerPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    let description: String

    /// Takes what a server sent: an absolute path of unreserved characters, without a query (RFC 3986 section 3.3); `nil` for
    /// anything else.
    init?(untrusted text: String) {
        guard 2...1024 ~= text.utf8.count, text.utf8.first == UInt8(ascii: "/") else { return nil }
        for segment in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard !segment.isEmpty, segment != ".", segment != "..", segment.utf8.allSatisfy(Self.isPlain) else {
                return nil
            }
        }
        description = text
    }

    /// Takes a path of our own.
    init(stringLiteral path: String) { description = path }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
