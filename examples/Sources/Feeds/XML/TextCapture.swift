import AppGroup
import AppGroupText

/// The contents of an element while they arrive: text, or markup in it.
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

    /// Whether it contains elements, so that its text is HTML and must be escaped.
    private var isInline: Bool

    /// - Parameter buffer: Memory for the text; empty.
    init(_ word: FeedWord, depth: Int, markup: Markup, isInline: Bool, in buffer: consuming [UInt8]) {
        (self.word, self.depth, self.markup, self.isInline) = (word, depth, markup, isInline)
        bytes = buffer
    }

    /// Gives away the memory of a text that is no longer needed, unless it is large.
    mutating func takeBuffer() -> [UInt8] {
        var buffer: [UInt8] = []
        guard bytes.capacity <= 64 << 10 else { return buffer }
        swap(&buffer, &bytes)
        buffer.removeAll(keepingCapacity: true)
        return buffer
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        if isInline {
            for byte in text { appendEscaped(byte) }
        } else {
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

    /// The moment that the contents name; nil if they name none.
    var date: Timestamp? { bytes.withUnsafeBufferPointer { FeedDate.parse($0.trimmed) } }

    /// The contents as plain text in one line.
    func line(limit: Int = 4096) -> String {
        if markup == .other { return "" }
        if let line = plainLine(limit: limit) { return line }
        return decoded.withUnsafeBufferPointer {
            isHTML($0) ? FeedText.line(html: $0, limit: limit) : FeedText.line($0, limit: limit)
        }
    }

    /// The contents as plain text, each paragraph in a line.
    func lines(limit: Int) -> String {
        if markup == .other { return "" }
        if let line = plainLine(limit: limit) { return line }
        return decoded.withUnsafeBufferPointer {
            isHTML($0) ? FeedText.lines(html: $0, limit: limit) : FeedText.lines($0, limit: limit)
        }
    }

    /// The contents if they are a line that needs no change, whatever kind of text they are. Most are.
    private func plainLine(limit: Int) -> String? {
        if markup == .base64 { return nil }
        return bytes.withUnsafeBufferPointer {
            let line = $0.trimmed
            return line.count <= limit && FeedText.isPlainLine(line) ? line.string : nil
        }
    }

    private var decoded: [UInt8] { markup == .base64 ? Base64.decodeLenient(bytes) : bytes }

    private func isHTML(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        markup == .html || (markup == .unknown || markup == .base64) && FeedText.looksLikeHTML(text)
    }
}
