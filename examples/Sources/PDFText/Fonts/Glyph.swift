/// What a code of a font shows.
struct Glyph {
    /// What a glyph may stand for.
    enum Meaning {
        case text
        case blank
        /// Nothing tells what it is.
        case unknown
    }

    let meaning: Meaning

    /// How far the next glyph is, in units of the size.
    let width: Double

    /// The text as UTF-8, a byte at least, and its length: in the glyph itself, since pages are made of them.
    private let bytes: SIMD16<UInt8>
    private let count: Int

    /// - Parameter text: what a font's map or encoding says. Control characters and characters for private use are no text
    ///   that anyone could read, more than 16 bytes are no glyph's; whatever is white is a blank.
    init(text: [UInt8]?, width: Double) {
        self.width = width
        meaning = Self.meaning(of: text ?? [])
        var bytes = SIMD16<UInt8>()
        let shown = meaning == .text ? text ?? [] : Array("\u{FFFD}".utf8)
        for (index, byte) in shown.enumerated() { bytes[index] = byte }
        self.bytes = bytes
        count = shown.count
    }

    /// Appends the text, or U+FFFD for what is unknown.
    @inline(__always)
    func append(to text: inout [UInt8]) {
        text.append(bytes[0])
        for index in 1..<max(1, count) { text.append(bytes[index]) }
    }

    /// Whether it shows the one ASCII character with this code, and no blank.
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
