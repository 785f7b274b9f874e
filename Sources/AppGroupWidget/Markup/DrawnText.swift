import AppGroupText

/// A line of text in an image, which another program draws in a font that is not known here. Its width is estimated as in
/// DejaVu Sans, which is wider than most fonts.
struct DrawnText: Hashable {
    private let characters: [Character]
    /// The size of the font, in pixels.
    private let size: Int
    private let isBold: Bool

    init(_ text: SafeText, size: Int, isBold: Bool = false) {
        self.init(Array(text.description), size: size, isBold: isBold)
    }

    private init(_ characters: [Character], size: Int, isBold: Bool) {
        (self.characters, self.size, self.isBold) = (characters, size, isBold)
    }

    var text: String { String(characters) }

    /// The width in pixels.
    private var width: Int { Self.pixels(characters.reduce(0) { $0 + Self.width(of: $1) }, self) }

    /// The text if it fits in this many pixels, otherwise its beginning and an ellipsis.
    func shortened(to pixels: Int) -> DrawnText {
        guard width > pixels else { return self }
        var beginning = prefix(within: pixels, leaving: Self.width(of: "…"))
        while beginning.last == " " { beginning.removeLast() }
        return with(beginning + ["…"])
    }

    /// The text in one line or two, broken at a space if a line is long enough for the word before it. A second line that
    /// is too long is shortened.
    func lines(of pixels: Int) -> [DrawnText] {
        guard width > pixels else { return [self] }
        let fitting = prefix(within: pixels)
        let isBrokenAtSpace = characters[fitting.count] == " "
        let space = isBrokenAtSpace ? fitting.count : fitting.lastIndex(of: " ")
        let first = characters.prefix(space ?? max(1, fitting.count))
        let rest = characters.dropFirst(first.count).drop { $0 == " " }
        guard !rest.isEmpty else { return [with(Array(first))] }
        return [with(Array(first)), with(Array(rest)).shortened(to: pixels)]
    }

    private func with(_ characters: [Character]) -> DrawnText {
        DrawnText(characters, size: size, isBold: isBold)
    }

    /// The longest beginning that fits in this many pixels, and leaves some thousandths of an em.
    private func prefix(within pixels: Int, leaving rest: Int = 0) -> [Character] {
        var width = rest
        return Array(
            characters.prefix { character in
                width += Self.width(of: character)
                return Self.pixels(width, self) <= pixels
            })
    }

    /// - Parameter thousandths: Thousandths of an em of a regular font.
    private static func pixels(_ thousandths: Int, _ text: DrawnText) -> Int {
        (thousandths * (text.isBold ? 115 : 100) * text.size + 99_999) / 100_000
    }

    /// The width of a character in thousandths of an em.
    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        let first = scalars[scalars.startIndex]
        switch DisplayWidth.of(character) {
        case 0: return 0
        case 1: return scalarWidth(first)
        // An emoji is wider than an ideograph. Without a font for it, there is a small box for each of its parts.
        case 2 where first.properties.isEmojiPresentation || scalars.count > 1:
            return max(1400, 650 * scalars.count { DisplayWidth.of($0) > 0 })
        case let columns: return 520 * columns
        }
    }

    private static func scalarWidth(_ scalar: Unicode.Scalar) -> Int {
        switch scalar {
        case " "..."~": ascii[Int(scalar.value) - 0x20]
        case "Ǆ"..."ǌ", "Ǳ"..."ǳ": 1430
        case "Ж", "Ш", "Щ", "Ю", "Љ", "Њ", "Œ": 1100
        case "ж", "ш", "щ", "љ", "њ", "æ", "Æ", "œ", "½", "¼", "¾", "©", "®": 1030
        case "М", "Ф", "Ы", "м", "ф", "ы", "ю", "ω", "ώ", "×", "÷", "±": 890
        // The other Latin, Greek and Cyrillic letters.
        case "\u{A0}"..."\u{52F}": scalar.properties.isUppercase ? 850 : 700
        default: 1000
        }
    }

    /// The widths of the printable characters of ASCII.
    private static let ascii = [
        318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337,
        637, 637, 637, 637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 531,
        1000, 685, 687, 699, 771, 632, 576, 775, 752, 295, 295, 656, 558, 863, 749, 788,
        604, 788, 695, 635, 611, 732, 685, 989, 686, 611, 686, 391, 337, 391, 838, 500,
        500, 613, 635, 550, 635, 616, 353, 635, 634, 278, 278, 580, 278, 975, 634, 612,
        635, 635, 412, 521, 393, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838,
    ]
}

/// Escapes text for XML and similar markup: HTML, SVG and Pango.
enum Markup {
    /// The text as the content of an element or of a quoted attribute. Control characters and characters that change
    /// the direction of text are made visible.
    static func escaped(_ text: String) -> String {
        MarkupText(SafeText(text).description).description
    }
}
