import MailReading

/// What an `inbox:` URL asks for.
enum InboxLink: Equatable {
    /// `inbox://`
    case list
    /// `inbox://message?id=ID`
    case message(id: String)

    /// Parses a URL (RFC 3986), whose scheme and place are the same in capitals and small letters.
    init(parsing url: String) throws(MailError) {
        let address = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = address.count == 2 ? address[1].split(separator: "&") : []
        switch address.first?.lowercased() {
        case "inbox:", "inbox://", "inbox:///":
            self = .list
        case "inbox://message", "inbox://message/":
            guard let id = query.first(where: { $0.hasPrefix("id=") })?.dropFirst(3).percentDecoded, !id.isEmpty else {
                throw MailError(.badData, "The link names no message: it should read inbox://message?id=ID")
            }
            self = .message(id: id)
        default:
            throw MailError(.badData, "inbox opens inbox:// and inbox://message?id=ID, and not \(url)")
        }
    }
}

extension Substring {
    /// The text that percent-encoding stands for (RFC 3986, 2.1); nil where it is malformed or not UTF-8.
    fileprivate var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let encoded = UInt8(hexadecimal: rest.prefix(2)) else { return nil }
                bytes.append(encoded)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
