import ToolDatabase

/// The words around a text that was found.
enum Excerpt {
    /// How many scalars are shown before the text, and how many in all.
    private static let (before, length) = (30, 110)

    /// A part of a text, in one line, that contains another text whatever the case of its letters; the beginning if it
    /// doesn't.
    ///
    /// - Parameter folded: The text to show, folded.
    static func of(_ text: String, around folded: String) -> String {
        let wanted = Array(folded.unicodeScalars)
        let place = position(of: wanted, in: text)
        let start = text.unicodeScalars.index(place, offsetBy: -before, limitedBy: text.startIndex) ?? text.startIndex
        var line = start == text.startIndex ? "" : "…"
        var isAfterSpace = false
        var count = 0
        for scalar in text.unicodeScalars[start...] {
            if scalar.properties.isWhitespace {
                isAfterSpace = count > 0
            } else {
                if isAfterSpace { line += " " }
                line.unicodeScalars.append(scalar)
                isAfterSpace = false
            }
            count += 1
            if count == length { return "\(line)…" }
        }
        return line
    }

    /// Where the text begins whose folded form begins with these scalars, or has them within its first scalar's folded form.
    private static func position(of wanted: [Unicode.Scalar], in text: String) -> String.Index {
        guard let first = wanted.first else { return text.startIndex }
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let next = scalars.index(after: index)
            // A letter that is composed with what follows has another first scalar in the folded text.
            guard holds(scalars[index], first) || next < scalars.endIndex && scalars[next].isComposable else {
                continue
            }
            // More than enough, because folding rarely makes a text longer.
            let end =
                scalars.index(index, offsetBy: 2 * wanted.count + 16, limitedBy: scalars.endIndex) ?? scalars.endIndex
            let folded = String(scalars[index..<end]).folded.unicodeScalars
            // The text may begin within what one scalar becomes, such as a ligature.
            let parts = max(String(scalars[index]).folded.unicodeScalars.count, 1)
            if (0..<parts).contains(where: { folded.dropFirst($0).starts(with: wanted) }) { return index }
        }
        return text.startIndex
    }

    /// Whether the folded form of a scalar may contain another one.
    private static func holds(_ scalar: Unicode.Scalar, _ first: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            let isCapital = 0x41...0x5A ~= scalar.value
            return (isCapital ? scalar.value + 32 : scalar.value) == first.value
                || first == " " && scalar.properties.isWhitespace
        }
        return String(scalar).folded.unicodeScalars.contains(first)
    }
}
