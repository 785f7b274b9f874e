/// A URL scheme that opens an app, such as `inbox`.
///
/// The grammar is RFC 3986, section 3.1: a letter, then letters, digits, `+`, `-` and `.`; case does not count, and the
/// canonical form is lower case. At most 64 characters.
public struct URLScheme: Hashable, Sendable, CustomStringConvertible {
    /// The scheme in lower case, without the colon.
    public let description: String

    /// Takes a scheme that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: some StringProtocol) throws(AppGroupError) {
        guard text.utf8.count <= 64, let first = text.utf8.first, Self.isLetter(first),
            text.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigitOrMark($0) })
        else {
            throw AppGroupError(
                .invalidValue,
                "\(PlainText.quoted(text)) is not a URL scheme: it must be a letter, then letters, digits, “+”, “-” or “.”, "
                    + "at most 64 characters (RFC 3986)."
            )
        }
        description = text.lowercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isDigitOrMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Whether the whole world already means something by it: no app of a group may register such a scheme.
    ///
    /// Taken from IANA's registry of URI schemes: those that a browser, a mail program or the desktop itself handles. Also
    /// `launcher-store`, by which a page of a catalog server opens the catalog client.
    public var isWellKnown: Bool { Self.wellKnown.contains(description) }

    /// An array, which the compiler makes; a set would be made at each start of a tool.
    private static let wellKnown = [
        "about", "afp", "blob", "callto", "chrome", "cid", "data", "dav", "davs", "dns", "facetime", "feed", "file",
        "filesystem", "finger", "ftp", "ftps", "geo", "git", "gopher", "http", "https", "im", "imap", "imaps", "ipp",
        "ipps", "irc", "ircs", "itms-services", "jar", "javascript", "launcher-store", "ldap", "ldaps", "magnet",
        "mailto", "maps", "mid", "mms", "news", "nfs", "nntp", "pop", "pop3", "resource", "rsync", "rtsp", "sftp",
        "shell", "sip", "sips", "sms", "smb", "snmp", "ssh", "svn", "tel", "telnet", "tftp", "trash", "urn", "vbscript",
        "view-source", "vnc", "webcal", "ws", "wss", "xmpp",
    ]
}

extension URLScheme: ExpressibleByStringLiteral {
    /// Takes a scheme from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}
