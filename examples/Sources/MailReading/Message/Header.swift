/// The header of a message: its fields, unfolded (RFC 5322, 2.2).
///
/// Lines may end in CRLF or LF. Like most readers, this one uses the first of several fields with the same name. A line that
/// can't belong to a header begins the body, as if the blank line before it were missing.
public struct Header: Sendable {
    private struct Field {
        let name: String
        var body: ArraySlice<UInt8>
    }

    private var fields: [Field] = []

    /// Parses the header at the beginning of a message.
    public init(parsing message: [UInt8]) {
        var rest = message[...]
        self.init(takingFrom: &rest)
    }

    /// Takes the header and its blank line off the front of a message, and leaves the body.
    init(takingFrom message: inout ArraySlice<UInt8>) {
        var isFirst = true
        while !message.isEmpty {
            var rest = message
            let line = rest.takeLine()
            if line.isEmpty {
                message = rest
                break
            } else if line.first?.isBlank == true {
                if !fields.isEmpty { fields[fields.count - 1].body += line }
            } else if let field = Self.field(line) {
                fields.append(field)
            } else if !isFirst || !line.starts(with: "From ".utf8) {  // mbox files begin a message with such a line
                break
            }
            message = rest
            isFirst = false
        }
    }

    private static func field(_ line: ArraySlice<UInt8>) -> Field? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon].trimmingBlanks
        guard !name.isEmpty, name.allSatisfy({ (33...126).contains($0) }) else { return nil }
        return Field(name: String(decoding: name, as: UTF8.self).lowercased(), body: line[(colon + 1)...])
    }

    /// Whether these first bytes of a message include the blank line that ends the header.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            if rest.takeLine().isEmpty { return true }
        }
        return false
    }

    /// The body of the first field with this name, not decoded; nil if there is no such field.
    func field(_ name: String) -> String? {
        guard let field = fields.first(where: { $0.name == name }) else { return nil }
        let body = field.body.trimmingBlanks.map { $0.isBlank ? UInt8(ascii: " ") : $0 }
        return String(decoding: body, as: UTF8.self)
    }
}

extension Header {
    /// The subject with its encoded words decoded; nil if there is none.
    public var subject: String? { field("subject").map(\.decodingEncodedWords).flatMap { $0.isEmpty ? nil : $0 } }

    /// The sender that the message names; nil if it names none.
    public var sender: Sender? { field("from").flatMap(Sender.init(parsing:)) }

    /// The date exactly as the sender wrote it; nil if there is none.
    public var date: String? { field("date") }

    /// The Message-ID with its angle brackets; nil if there is none.
    public var messageID: String? { field("message-id") }

    /// The type of the body; plain text if the header doesn't say (RFC 2045, 5.2).
    var contentType: ContentType { field("content-type").flatMap(ContentType.init(parsing:)) ?? .plainText }

    /// How the body's bytes are encoded (RFC 2045, 6).
    var transferEncoding: TransferEncoding { TransferEncoding(field("content-transfer-encoding") ?? "") }

    /// Whether the sender marked this part as an attachment (RFC 2183).
    var isAttachment: Bool { field("content-disposition")?.lowercased().hasPrefix("attachment") ?? false }
}
