/// Where a mailbox is: a POP3 server that encrypts (RFC 1939, RFC 2595, RFC 8314).
public struct MailboxAddress: Hashable, Sendable, CustomStringConvertible {
    /// When the encryption begins.
    public enum Encryption: String, Sendable {
        /// At once (`pop3s`).
        case immediate = "tls"
        /// After the command `STLS`, which the server must offer.
        case upgraded = "stls"

        /// The port that servers use unless they say otherwise.
        public var usualPort: Int { self == .immediate ? 995 : 110 }
    }

    /// A name or an address, an IPv6 address without brackets.
    public let host: String
    /// The port, 1 to 65,535.
    public let port: Int
    /// When the encryption begins.
    public let encryption: Encryption

    /// Reads `HOST` or `HOST:PORT`; an IPv6 address has brackets around it. nil for anything else.
    public init?(_ text: String, _ encryption: Encryption) {
        var host = text[...]
        var rest = Substring()
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
            guard host.contains(":") else { return nil }
        } else if let colon = text.firstIndex(of: ":") {
            (host, rest) = (text[..<colon], text[colon...])
        }
        guard rest.isEmpty || rest.first == ":",
            let port = rest.isEmpty ? encryption.usualPort : Int(rest.dropFirst()), 1...65_535 ~= port
        else { return nil }
        self.init(host: String(host), port: port, encryption)
    }

    /// - Parameter host: A name or an address, an IPv6 address without brackets.
    public init?(host: String, port: Int, _ encryption: Encryption) {
        let isHost = host.utf8.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", ":": true
            default: byte >= 0x80
            }
        }
        guard isHost, (1...255).contains(host.utf8.count), 1...65_535 ~= port else { return nil }
        (self.host, self.port, self.encryption) = (host, port, encryption)
    }

    /// The host and its port.
    public var description: String { "\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)" }

    /// The URL of the mailbox.
    var url: String { "\(encryption == .immediate ? "pop3s" : "pop3")://\(self)/" }
}
