import ToolSupport

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
    private var isFirst = true
    private var size = 0

    /// Parses the header at the beginning of a message.
    public init(parsing message: [UInt8]) {
        var rest = message[...]
        self.init(takingFrom: &rest)
    }

    /// A header without fields.
    init() {}

    /// Takes the header and its blank line off the front of a message, and leaves the body.
    init(takingFrom message: inout ArraySlice<UInt8>) {
        while !message.isEmpty {
            var rest = message
            switch take(rest.takeLine()) {
            case .header: message = rest
            case .end:
                message = rest
                return
            case .body: return
            }
        }
    }

    /// The role of a line.
    enum LineRole {
        /// It belongs to the header.
        case header
        /// It is the blank line after the header.
        case end
        /// It belongs to the body, and the blank line is missing.
        case body
    }

    /// The longest header, in bytes. The rest is dropped.
    public static let limit = 256 * 1024

    /// Takes the next line of a message, without its end.
    mutating func take(_ line: ArraySlice<UInt8>) -> LineRole {
        defer { isFirst = false }
        if line.isEmpty { return .end }
        size += line.count + 1
        let isDropped = size > Self.limit
        if line.first?.isBlank == true {
            if !fields.isEmpty, !isDropped { fields[fields.count - 1].body += line }
        } else if let field = Self.field(line) {
            if !isDropped { fields.append(field) }
        } else if !isFirst || !line.starts(with: "From ".utf8) {  // mbox files begin a message with such a line
            return .body
        }
        return .header
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
    func field(_ name: String) -> String? { bytes(of: name).map { String(decoding: Self.plain($0), as: UTF8.self) } }

    /// The same for a field that people write. If its bytes are not UTF-8, they are in the character set of the message's body,
    /// or in the likeliest one.
    private func writtenField(_ name: String) -> String? {
        bytes(of: name).map { RawText.decode(Self.plain($0), likely: statedContentType?.namedCharset) }
    }

    /// The bodies of all fields with this name in lowercase, not decoded, in the order of the message.
    public func values(of name: String) -> [String] {
        fields.filter { $0.name == name }.map { String(decoding: Self.plain($0.body), as: UTF8.self) }
    }

    /// A body with a space for each blank, and none at its ends.
    private static func plain(_ body: ArraySlice<UInt8>) -> [UInt8] {
        body.trimmingBlanks.map { $0.isBlank ? UInt8(ascii: " ") : $0 }
    }

    /// The bytes of the first field with this name; nil if there is no such field.
    func bytes(of name: String) -> ArraySlice<UInt8>? { fields.first { $0.name == name }?.body }
}

extension Header {
    /// The subject with its encoded words decoded; nil if there is none.
    public var subject: String? {
        writtenField("subject").map(\.decodingEncodedWords).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The sender that the message names; nil if it names none.
    public var sender: Sender? { writtenField("from").flatMap(Sender.init(parsing:)) }

    /// The date exactly as the sender wrote it; nil if there is none.
    public var date: String? { field("date") }

    /// The Message-ID with its angle brackets; nil if there is none.
    public var messageID: String? { field("message-id") }

    /// The type of the body; nil if the header doesn't say.
    var statedContentType: ContentType? { bytes(of: "content-type").flatMap { ContentType(parsing: $0) } }

    /// How the body's bytes are encoded (RFC 2045, 6).
    var transferEncoding: TransferEncoding { TransferEncoding(field("content-transfer-encoding") ?? "") }

    /// Whether the sender marked this part as an attachment (RFC 2183).
    var isAttachment: Bool { disposition?.value == "attachment" }

    /// How the sender wants this part to be shown, with the name of a file (RFC 2183).
    var disposition: ParameterizedValue? {
        bytes(of: "content-disposition").map { ParameterizedValue(parsing: $0) }
    }

    /// The name that the sender gave to the file that this part is; nil if it has none.
    /// - Parameter charset: The likely encoding of bytes beyond ASCII.
    func fileName(likely charset: Charset?) -> String? {
        let charset = statedContentType?.namedCharset ?? charset
        let name = disposition?.text("filename", likely: charset) ?? statedContentType?.name(likely: charset)
        guard let name, name.contains(where: { !$0.isWhitespace }) else { return nil }
        return name
    }
}
