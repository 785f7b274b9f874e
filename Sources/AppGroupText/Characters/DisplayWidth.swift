import AppGroup

/// The width of text in columns of a terminal.
///
/// The width is the sum over grapheme clusters. A ZWJ sequence, a flag, a keycap or an emoji with a skin tone takes two
/// columns. In any other cluster, the widths of the scalars are added as in `wcwidth`, which terminals use: nonspacing
/// marks 0, East Asian Wide and Fullwidth 2, ambiguous 1. Control characters have width 0.
public enum DisplayWidth {
    /// The columns that a text takes.
    public static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.count { 0x20..<0x7F ~= $0 }
        }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The columns that a character takes: 0, 1 or 2 for most.
    public static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        let sum = scalars.reduce(0) { $0 + of($1) }
        guard scalars.count > 1, scalars[scalars.startIndex].properties.isEmoji else { return sum }
        return scalars.contains(emojiPresentation) ? 2 : min(sum, 2)
    }

    package static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: 0
        case 0..<0x300: 1
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0  // vowels and finals of conjoining jamo, drawn inside the initial
        default: isZeroWidth(scalar) ? 0 : WideScalars.ranges.contains(scalar) ? 2 : 1
        }
    }

    /// VARIATION SELECTOR-16, which selects the colorful form of the preceding character.
    private static let emojiPresentation: Unicode.Scalar = "\u{FE0F}"

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
        case .format: scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}
