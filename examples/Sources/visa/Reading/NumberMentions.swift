/// Finds wanted numbers within other text, such as a sentence or the mark of a footnote.
struct NumberMentions {
    /// The numbers by their longest word with a digit. A text is looked at closely only if it has such a word.
    private var numbers: [Substring: [ApplicationNumber]] = [:]
    /// The length of the shortest of these words, in bytes.
    private var shortest = Int.max

    /// The least length of a number that is looked for. A shorter one may be part of a date.
    private static let least = 6
    /// The least length of a number with hyphens or other signs, which looks even more like a date.
    private static let leastOfSeveral = 10

    init(_ wanted: some Sequence<ApplicationNumber>) {
        for number in wanted {
            let words = Self.words(of: number.key)
            let least = words.count > 1 ? Self.leastOfSeveral : Self.least
            guard number.key.unicodeScalars.count >= least,
                let word = words.filter(Self.hasDigit).max(by: { $0.utf8.count < $1.utf8.count })
            else { continue }
            numbers[word, default: []].append(number)
            shortest = min(shortest, word.utf8.count)
        }
    }

    /// The numbers that a text mentions.
    func numbers(in text: String) -> [ApplicationNumber] {
        guard text.utf8.count > shortest, text.utf8.contains(where: { $0 >= 0x80 || 0x30...0x39 ~= $0 }) else {
            return []
        }
        let text = ApplicationNumber.folded(text, keepingSpaces: true)
        // Each number is looked for once, however often its word occurs.
        let words = Set(Self.words(of: text).filter { $0.utf8.count >= shortest && Self.hasDigit($0) })
        return words.flatMap { word in
            (numbers[word] ?? []).filter { word == $0.key || Self.mentions(text, $0.key) }
        }
    }

    /// The parts of a text without spaces and signs.
    private static func words(of text: String) -> [Substring] {
        text.unicodeScalars.split { scalar in
            scalar.isASCII
                ? !(0x30...0x39 ~= scalar.value || 0x41...0x5A ~= scalar.value || 0x61...0x7A ~= scalar.value)
                : !scalar.properties.isAlphabetic && scalar.properties.numericType != .decimal
        }.map { Substring($0) }
    }

    private static func hasDigit(_ word: Substring) -> Bool { word.utf8.contains { 0x30...0x39 ~= $0 } }

    /// Whether a text has a number of several words that does not continue on either side.
    private static func mentions(_ text: String, _ number: String) -> Bool {
        text.ranges(of: number).contains { range in
            let (before, after) = (text[..<range.lowerBound].last, text[range.upperBound...].first)
            return [before, after].allSatisfy {
                $0.map { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "/" } ?? true
            }
        }
    }
}
