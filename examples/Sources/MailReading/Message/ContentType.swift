import ToolSupport

/// The type of a body, such as `text/plain; charset=utf-8` (RFC 2045, 5.1).
struct ContentType {
    /// Type and subtype in lowercase.
    let mediaType: String
    private let parameters: [String: String]

    static let plainText = ContentType(mediaType: "text/plain", parameters: [:])

    private init(mediaType: String, parameters: [String: String]) {
        self.mediaType = mediaType
        self.parameters = parameters
    }

    /// - Returns: nil if the field has no type and subtype.
    init?(parsing field: String) {
        let parts = field.splitOutsideQuotes(at: ";").map(\.trimmingSpaces)
        guard let mediaType = parts.first?.lowercased(), mediaType.split(separator: "/").count == 2 else { return nil }
        self.mediaType = mediaType
        let pairs = parts.dropFirst().compactMap { part -> (String, String)? in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            return (String(sides[0]).trimmingSpaces.lowercased(), String(sides[1]).trimmingSpaces.unquoted)
        }
        parameters = Dictionary(pairs) { first, _ in first }
    }

    /// The character set of text; UTF-8, which includes ASCII, if the field names none or an unknown one.
    var charset: Charset { parameters["charset"].flatMap(Charset.init(_:)) ?? .utf8 }

    /// The text of the lines between the parts of a multipart body; nil if the body has no parts.
    var boundary: String? { mediaType.hasPrefix("multipart/") ? parameters["boundary"] : nil }
}
