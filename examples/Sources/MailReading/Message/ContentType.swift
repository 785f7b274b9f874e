import ToolSupport

/// The type of a body, such as `text/plain; charset=utf-8` (RFC 2045, 5.1).
struct ContentType {
    /// Type and subtype in lowercase.
    let mediaType: String
    private let value: ParameterizedValue

    static let plainText = ContentType(parsing: "text/plain")!
    static let message = ContentType(parsing: "message/rfc822")!

    /// - Returns: nil if the field has no type and subtype.
    init?(parsing field: ArraySlice<UInt8>) {
        value = ParameterizedValue(parsing: field)
        mediaType = value.value
        guard mediaType.split(separator: "/").count == 2 else { return nil }
    }

    init?(parsing field: String) { self.init(parsing: Array(field.utf8)[...]) }

    /// The character set that the field names, if it is known.
    var namedCharset: Charset? {
        // RFC 2045, 5.1 has `charset=us-ascii (Plain text)` as an example.
        value.text("charset").flatMap { Charset($0.prefix { !" \t(".contains($0) }) }
    }

    /// The name of the file that the body is; nil if the field has none.
    func name(likely charset: Charset?) -> String? { value.text("name", likely: charset) }

    /// The text of the lines between the parts of a multipart body; nil if the body has no parts.
    var boundary: [UInt8]? {
        guard isMultipart, let boundary = value.bytes("boundary"), !boundary.isEmpty else { return nil }
        return boundary
    }

    var isMultipart: Bool { mediaType.hasPrefix("multipart/") }
    var isText: Bool { mediaType.hasPrefix("text/") }

    /// Whether the body is a message of its own. A delivery status consists only of headers.
    var isMessage: Bool { mediaType.hasPrefix("message/") && mediaType != "message/delivery-status" }
}
