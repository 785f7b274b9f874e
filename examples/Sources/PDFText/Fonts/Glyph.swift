/// The glyph that a code of a font shows.
struct Glyph {
    /// The kinds of glyphs.
    enum Meaning {
        case text
        case blank
        /// Nothing in the PDF tells what the glyph means.
        case unknown
    }

    let meaning: Meaning

    /// The distance to the next glyph, in units of the font size.
    let width: Double

    /// The text as UTF-8, at least one byte, and its length. It is stored inline because pages have so many glyphs.
    private let bytes: SIMD16<UInt8>
    private let count: Int

    /// - Parameter text: The text from a font's map or encoding, as UTF-8. White space is a blank. Control characters,
    ///   private-use characters and texts of more than 16 bytes are unknown.
    init(text: [UInt8]?, width: Double) {
        self.width = width
        meaning = Self.meaning(of: text ?? [])
        var bytes = SIMD16<UInt8>()
        let shown = meaning == .text ? (text ?? []).visualOrder : Array("\u{FFFD}".utf8)
        for (index, byte) in shown.enumerated() { bytes[index] = byte }
        self.bytes = bytes
        count = shown.count
    }

    /// Appends the text in the order on the page, or U+FFFD if it is unknown.
    @inline(__always)
    func append(to text: inout [UInt8]) {
        text.append(bytes[0])
        for index in 1..<max(1, count) { text.append(bytes[index]) }
    }

    /// Whether it shows the ASCII character with this code, and is not a blank.
    func isASCII(_ code: Int) -> Bool { meaning == .text && count == 1 && code < 0x80 && bytes[0] == code }

    private static func meaning(of text: [UInt8]) -> Meaning {
        guard (1...16).contains(text.count) else { return .unknown }
        var isBlank = true
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            let isWhite = scalar.properties.isWhitespace
            if !isWhite { isBlank = false }
            switch scalar.properties.generalCategory {
            case .privateUse, .unassigned, .surrogate: return .unknown
            case .control: if !isWhite { return .unknown }
            default: if scalar == "\u{FFFD}" { return .unknown }
            }
        }
        return isBlank ? .blank : .text
    }
}
