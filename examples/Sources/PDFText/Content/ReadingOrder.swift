/// Reorders text with Hebrew, Arabic or another right-to-left script from the order on the page to the order in which it is
/// read (after Unicode Standard Annex 9, for a single line in visual order).
enum ReadingOrder {
    private enum Direction {
        case left, right, neutral
    }

    /// Reorders a line from visual order to reading order, or the other way round.
    ///
    /// Numbers and words in other scripts keep their order. Presentation forms become plain letters.
    static func read(_ seen: String) -> String {
        // Below U+0590, both orders are the same.
        guard seen.utf8.contains(where: { $0 >= 0xD6 }) else { return seen }
        // Numbers at the left end that are too long for a date are columns of their own, and not part of the sentence.
        var start = seen.startIndex
        while let end = seen[start...].firstIndex(where: { !$0.isNumber }), seen[end] == " ",
            seen[start..<end].count > 4
        {
            start = seen.index(after: end)
        }
        return seen[..<start] + readSentence(String(seen[start...]))
    }

    private static func readSentence(_ seen: String) -> String {
        let characters = Array(seen)
        let directions = characters.map(direction)
        let fromRight = directions.count { $0 == .right }
        guard fromRight > 0 else { return seen }
        let fromLeft = zip(characters, directions).count { $1 == .left && $0.isLetter }
        if fromRight >= fromLeft { return plain(reversed(characters, directions, keeping: .left)) }
        // In left-to-right text, reverse only the right-to-left parts.
        var text = ""
        for part in parts(directions, of: .right) {
            let own = characters[part.range]
            text += part.isOwn ? reversed(Array(own), Array(directions[part.range]), keeping: .left) : String(own)
        }
        return plain(text)
    }

    /// The characters in reverse order, except for parts of the direction to keep.
    ///
    /// A font tells either what a parenthesis looks like or what it means. Its meaning shows in the order: no text closes a
    /// parenthesis before it opens one.
    private static func reversed(_ characters: [Character], _ directions: [Direction], keeping kept: Direction)
        -> String
    {
        var (text, unchanged) = ("", "")
        for part in parts(directions, of: kept).reversed() {
            if part.isOwn {
                text += String(characters[part.range])
                unchanged += String(characters[part.range])
            } else {
                for character in characters[part.range].reversed() {
                    text.append(mirrored[character] ?? character)
                    unchanged.append(character)
                }
            }
        }
        return closesTooEarly(text) && !closesTooEarly(unchanged) ? unchanged : text
    }

    /// Whether a text closes a parenthesis that it has not opened.
    private static func closesTooEarly(_ text: String) -> Bool {
        var open: [Character: Int] = [:]
        for character in text {
            if "([{".contains(character) {
                open[character, default: 0] += 1
            } else if ")]}".contains(character), let opening = mirrored[character] {
                open[opening, default: 0] -= 1
                if open[opening, default: 0] < 0 { return true }
            }
        }
        return false
    }

    /// Splits characters into parts that begin and end in one direction and contain no character of the other, and the parts
    /// between them.
    private static func parts(_ directions: [Direction], of kept: Direction) -> [(range: Range<Int>, isOwn: Bool)] {
        var parts: [(range: Range<Int>, isOwn: Bool)] = []
        var end = 0
        var index = 0
        while index < directions.count {
            guard directions[index] == kept else {
                index += 1
                continue
            }
            var last = index
            var next = index
            while next < directions.count, directions[next] == kept || directions[next] == .neutral {
                if directions[next] == kept { last = next }
                next += 1
            }
            if end < index { parts.append((end..<index, false)) }
            parts.append((index..<(last + 1), true))
            end = last + 1
            index = next
        }
        if end < directions.count { parts.append((end..<directions.count, false)) }
        return parts
    }

    private static func direction(_ character: Character) -> Direction {
        for scalar in character.unicodeScalars {
            if scalar.isRightToLeft { return .right }
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return .left }
        }
        return .neutral
    }

    private static let mirrored: [Character: Character] = [
        "(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "<": ">", ">": "<", "«": "»", "»": "«",
    ]

    // MARK: Presentation forms

    /// The text with Arabic presentation forms replaced by plain letters.
    private static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { shapes[$0] != nil }) else { return text }
        return text.unicodeScalars.reduce(into: "") { plain, scalar in plain += shapes[scalar] ?? String(scalar) }
    }

    /// The plain letters of presentation forms, from the compatibility mappings of the Unicode Character Database. Each list
    /// begins at a code, and gives the letters and the number of forms of each.
    private static let shapes: [Unicode.Scalar: String] = {
        let letters: [(first: UInt32, text: String)] = [
            (
                0xFB50,
                "ٱ2ٻ4پ4ڀ4ٺ4ٿ4ٹ4ڤ4ڦ4ڄ4ڃ4چ4ڇ4ڍ2ڌ2ڎ2ڈ2ژ2ڑ2ک4گ4ڳ4ڱ4ں2ڻ4ۀ2ہ4ھ4ے2ۓ2"
            ),
            (0xFBD3, "ڭ4ۇ2ۆ2ۈ2"), (0xFBDE, "ۋ2ۅ2ۉ2ې4"), (0xFBFC, "ی4"),
            (
                0xFE80,
                "ء1آ2أ2ؤ2إ2ئ4ا2ب4ة2ت4ث4ج4ح4خ4د2ذ2ر2ز2س4ش4ص4ض4ط4ظ4ع4غ4ف4ق4ك4ل4م4ن4ه4و2ى2ي4"
            ),
        ]
        var shapes: [Unicode.Scalar: String] = [:]
        for (first, text) in letters {
            var code = first
            var letter = ""
            for scalar in text.unicodeScalars {
                guard let count = scalar.properties.numericType == nil ? nil : scalar.value - 0x30 else {
                    letter.unicodeScalars.append(scalar)
                    continue
                }
                for shape in code..<(code + count) { shapes[Unicode.Scalar(shape) ?? " "] = letter }
                code += count
                letter = ""
            }
        }
        for (index, alef) in ["آ", "أ", "إ", "ا"].enumerated() {
            for shape in 0..<2 { shapes[Unicode.Scalar(UInt32(0xFEF5 + index * 2 + shape)) ?? " "] = "ل" + alef }
        }
        return shapes
    }()
}
