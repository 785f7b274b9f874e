extension String {
    /// The text, which is in lower case, without the marks on its letters: `muller` for `müller`, `viet` for `việt`. `ß`,
    /// `æ` and `œ` become two letters, as people type them without the key.
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
            } else if scalar.properties.generalCategory != .nonspacingMark {
                result.append(scalar.unmarked)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
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
