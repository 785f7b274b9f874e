import ToolSupport

/// The contents of an element while they arrive: text, or markup that stands in it.
struct TextCapture {
    /// How text says what it is.
    enum Markup {
        /// Plain text.
        case plain
        /// Escaped HTML.
        case html
        /// Either; its looks decide.
        case unknown
        /// Text of an unknown kind in Base64 (Atom 0.3).
        case base64
        /// Something that isn't text, such as a picture.
        case other
    }

    /// The element.
    let word: FeedWord

    /// How deep in the document the element is.
    let depth: Int

    private(set) var markup: Markup
    private(set) var bytes: [UInt8] = []

    /// Whether elements stand within, so that text is HTML and must be escaped.
    private var isInline: Bool

    init(_ word: FeedWord, depth: Int, markup: Markup, isInline: Bool = false) {
        (self.word, self.depth, self.markup, self.isInline) = (word, depth, markup, isInline)
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        if isInline {
            for byte in text { appendEscaped(byte) }
        } else {
            // libxml2 splits a text at each entity, so most texts that are no single piece grow several times.
            if bytes.isEmpty { bytes.reserveCapacity(max(text.count, 120)) }
            bytes.append(contentsOf: text)
        }
    }

    mutating func append(tag: String, isEnd: Bool) {
        if !isInline, markup == .plain || markup == .unknown && !isHTMLSoFar {
            let text = bytes
            bytes.removeAll()
            for byte in text { appendEscaped(byte) }
        }
        (isInline, markup) = (true, .html)
        bytes += "<\(isEnd ? "/" : "")\(tag)>".utf8
    }

    private var isHTMLSoFar: Bool { bytes.withUnsafeBufferPointer { FeedText.looksLikeHTML($0) } }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "<"): bytes += "&lt;".utf8
        case UInt8(ascii: "&"): bytes += "&amp;".utf8
        default: bytes.append(byte)
        }
    }

    /// The contents as they were written, without blanks at the ends.
    var string: String { bytes.withUnsafeBufferPointer { $0.trimmed.string } }

    /// The contents as plain text in one line.
    func line(limit: Int = 4096) -> String {
        if markup == .other { return "" }
        return decoded.withUnsafeBufferPointer {
            isHTML($0) ? FeedText.line(html: $0, limit: limit) : FeedText.line($0, limit: limit)
        }
    }

    /// The contents as plain text, each paragraph in a line.
    func lines(limit: Int) -> String {
        if markup == .other { return "" }
        return decoded.withUnsafeBufferPointer {
            isHTML($0) ? FeedText.lines(html: $0, limit: limit) : FeedText.lines($0, limit: limit)
        }
    }

    private var decoded: [UInt8] { markup == .base64 ? Base64.decodeLenient(bytes) ?? [] : bytes }

    private func isHTML(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        markup == .html || (markup == .unknown || markup == .base64) && FeedText.looksLikeHTML(text)
    }
}
