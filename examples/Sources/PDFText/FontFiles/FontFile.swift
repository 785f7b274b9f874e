/// A font that a PDF contains. Its first bytes tell the format, since a PDF's own word for it is often wrong.
enum FontFile {
    case type1(Type1File)
    case cff(CFFFile)
    case trueType(TrueTypeFile)

    /// - Returns: nil if the bytes are not a font, or one of another format.
    init?(_ bytes: [UInt8]) {
        if let file = TrueTypeFile(bytes) {
            self = .trueType(file)
        } else if bytes.starts(with: [1, 0]), let file = CFFFile(FontBytes(bytes)) {
            self = .cff(file)
        } else if let file = Type1File(bytes) {
            self = .type1(file)
        } else {
            return nil
        }
    }

    /// How many entries were read.
    var work: Int { if case .trueType(let file) = self { file.work } else { 0 } }

    /// What the codes of one byte mean in this font, if the PDF doesn't say it; nil for a code without a meaning.
    var texts: [String?] {
        switch self {
        case .type1(let file): file.texts
        case .cff(let file): file.texts
        case .trueType(let file): file.texts
        }
    }

    /// What the codes of one byte probably mean, in a font that doesn't tell it.
    var guessedTexts: [String?] {
        if case .trueType(let file) = self { file.guessedTexts } else { [String?](repeating: nil, count: 256) }
    }

    /// The text of a glyph of a composite font, whose glyphs are selected by number.
    func text(ofGlyph glyph: Int) -> String? {
        switch self {
        case .type1: nil
        case .cff(let file): file.text(ofGlyph: glyph)
        case .trueType(let file): file.text(ofGlyph: glyph)
        }
    }
}
