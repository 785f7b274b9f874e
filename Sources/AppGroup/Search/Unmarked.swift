extension String {
    /// The text, which is in lower case, without the marks on its letters: `muller` for `müller`, `viet` for `việt`. `ß`,
    /// `æ` and `œ` become two letters, as people type them without the key. The marks of scripts that cannot be read without them
    /// stay.
    ///
    /// The standard library cannot decompose a letter, but it knows the names of all, and these say what a letter consists of.
    var unmarked: String {
        if utf8.allSatisfy(UTF8.isASCII) { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isASCII {
                result.append(scalar)
            } else if let letters = scalar.lettersInsteadOfOne {
                result.append(contentsOf: letters.unicodeScalars)
            } else if !scalar.isOptionalMark {
                result.append(scalar.unmarked)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Whether it is a mark on the letter before it that people leave out: an accent, a point of Hebrew or a vowel of Arabic.
    fileprivate var isOptionalMark: Bool {
        Self.optionalMarks.contains { $0.contains(value) } && properties.generalCategory == .nonspacingMark
    }

    /// Where the optional marks are. Elsewhere, marks are vowels, as in Devanagari and Thai, or make another letter, as in
    /// Japanese.
    private static let optionalMarks: [ClosedRange<UInt32>] = [
        0x300...0x36F, 0x483...0x487, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670...0x670, 0x6D6...0x6ED,
        0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
    ]

    /// The two letters that are typed for a letter; `nil` for nearly all.
    fileprivate var lettersInsteadOfOne: String? {
        switch self {
        case "ß": "ss"
        case "æ": "ae"
        case "œ": "oe"
        default: nil
        }
    }

    /// The letter without its marks.
    fileprivate var unmarked: Unicode.Scalar {
        switch self {
        // These letters have names of their own.
        case "ı": "i"
        case "ς": "σ"
        case "й", "ѝ": "и"
        case "ё", "ѐ": "е"
        case "ї": "і"
        case "ў": "у"
        case "ѓ": "г"
        case "ќ": "к"
        default: Self.markedLetters.contains { $0.contains(value) } ? Self.unmarkedLetters[self] ?? self : self
        }
    }

    /// Where the marked letters of Latin and Greek are.
    private static let markedLetters: [ClosedRange<UInt32>] = [0xE0...0x24F, 0x390...0x3CE, 0x1E00...0x1FFF]

    /// The letter that each marked letter of Latin and Greek consists of, as its name says: `LATIN SMALL LETTER E WITH CIRCUMFLEX
    /// AND DOT BELOW` is an e. It is made when the first such letter is met, which takes about a millisecond.
    private static let unmarkedLetters: [Unicode.Scalar: Unicode.Scalar] = {
        func letters(_ range: ClosedRange<UInt32>) -> [(letter: Unicode.Scalar, name: String)] {
            range.compactMap(Unicode.Scalar.init).compactMap { letter in letter.properties.name.map { (letter, $0) } }
        }
        let plain = [0x61...0x7A, 0x3B1...0x3C9].flatMap(letters).map { ($0.name, $0.letter) }
        let letterNamed = Dictionary(plain) { first, _ in first }
        var result: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (letter, name) in markedLetters.flatMap(letters) {
            let with = name.utf8.indices.first { name.utf8[$0...].starts(with: " WITH ".utf8) }
            result[letter] = with.flatMap { letterNamed[String(name[..<$0])] }
        }
        return result
    }()
}
