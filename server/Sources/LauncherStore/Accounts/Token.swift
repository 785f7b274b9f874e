/// What proves to a server who asks. It is shown nowhere: not where it is interpolated, nor in a failed test or a log.
struct Token: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// For the header field alone.
    let secret: String

    /// Takes 1 to 4096 visible characters of ASCII (RFC 6750 section 2.1 allows fewer), so that it can be no more than one
    /// field of a header; `nil` for anything else.
    init?(_ text: some StringProtocol) {
        guard 1...4096 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        secret = String(text)
    }

    var description: String { "(a token)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
