extension String {
    /// The text in the form in which it is searched: in lower case, each run of white space as one space, ligatures as the letters
    /// that they join, because PDFs have them, ı as i, and letters composed with the marks that follow them, because
    /// the names of files from macOS are decomposed.
    ///
    /// A part of the text stays a part of the folded text, unless it begins or ends between a letter and its marks.
    public var folded: String {
        var text = self
        if let ascii = text.withUTF8(Self.foldedASCII) { return ascii }
        var result = ""
        result.reserveCapacity(utf8.count)
        var endsWithSpace = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if !endsWithSpace { result.unicodeScalars.append(" ") }
                endsWithSpace = true
                continue
            }
            endsWithSpace = false
            for part in scalar.properties.lowercaseMapping.unicodeScalars { result.append(folding: part) }
        }
        return result
    }

    /// Adds a scalar in lower case as a person may type it. The standard library has neither Unicode's case folding nor its
    /// compatibility mappings.
    private mutating func append(folding scalar: Unicode.Scalar) {
        switch scalar {
        case "ς": unicodeScalars.append("σ")
        case "ß": self += "ss"
        case "ı": unicodeScalars.append("i")
        // In lower case, İ is an i with another dot.
        case "\u{307}" where unicodeScalars.last == "i": break
        case "\u{FB00}"..."\u{FB06}": self += Self.ligatures[Int(scalar.value - 0xFB00)]
        default: append(composing: scalar)
        }
    }

    /// What U+FB00 to U+FB06 join.
    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

    /// Adds a scalar, or puts the letter that it makes with the last one in place of that.
    private mutating func append(composing scalar: Unicode.Scalar) {
        guard scalar.isComposable, let last = unicodeScalars.last,
            let whole = Unicode.Scalar(last, composedWith: scalar)
        else { return unicodeScalars.append(scalar) }
        unicodeScalars.removeLast()
        unicodeScalars.append(whole)
    }

    /// The same for text in ASCII, which is much faster; nil if there is any other character.
    private static func foldedASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.allSatisfy(UTF8.isASCII) else { return nil }
        return String(unsafeUninitializedCapacity: bytes.count) { buffer in
            var count = 0
            var endsWithSpace = false
            for byte in bytes {
                let isSpace = byte == 0x20 || 0x09...0x0D ~= byte
                if isSpace, endsWithSpace { continue }
                endsWithSpace = isSpace
                buffer[count] = isSpace ? 0x20 : 0x41...0x5A ~= byte ? byte + 32 : byte
                count += 1
            }
            return count
        }
    }
}

extension Database {
    /// The characters that stay when an earlier version folds a text, in the words of `GLOB`: ẞ was folded to ß, and İ to i and U+0307.
    public static let lettersFoldedLater = "ßı\u{307}\u{FB00}-\u{FB06}"

    /// Folds texts again that an earlier version has folded, for an upgrade.
    ///
    /// - Parameters:
    ///   - column: The column with the folded texts.
    ///   - key: The table's integer key.
    ///   - letters: Only texts with one of these characters are folded, which are written as in a set of `GLOB`.
    public func foldAgain(_ column: String, of table: String, key: String, with letters: String) throws {
        let texts = try rows("SELECT \(key), \(column) FROM \(table) WHERE \(column) GLOB '*[\(letters)]*'") {
            (key: $0.integer(0), folded: $0.text(1))
        }
        for (number, folded) in texts {
            try run("UPDATE \(table) SET \(column) = ? WHERE \(key) = ?", .text(folded.folded), .integer(number))
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a mark that may be part of a composed letter, or a vowel or a last consonant of Hangul.
    public var isComposable: Bool { 0x300...0x345 ~= value || 0x1161...0x11C2 ~= value }

    /// Two scalars as one, as NFC composes them (Unicode Standard Annex 15); nil if there is no such letter.
    fileprivate init?(_ first: Unicode.Scalar, composedWith second: Unicode.Scalar) {
        if let letter = Self.composed["\(first)\(second)"] {
            self = letter
        } else if 0x1100...0x1112 ~= first.value, 0x1161...0x1175 ~= second.value {
            // A syllable of Hangul without a last consonant: The Unicode Standard, section 3.12.
            self.init(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
        } else if 0xAC00...0xD7A3 ~= first.value, (first.value - 0xAC00) % 28 == 0, 0x11A8...0x11C2 ~= second.value {
            self.init(first.value + second.value - 0x11A7)
        } else {
            return nil
        }
    }

    /// The letters of Latin, Greek and Cyrillic. A string is equal to another one that is only composed otherwise, so what a letter is
    /// made of finds the letter.
    private static let composed: [String: Unicode.Scalar] = {
        let letters = [0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1FFF].joined().compactMap { Unicode.Scalar($0) }
        return Dictionary(letters.map { (String($0), $0) }) { first, _ in first }
    }()
}
