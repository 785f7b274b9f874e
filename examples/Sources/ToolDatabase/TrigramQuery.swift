import AppGroupText

/// A query of an FTS5 index of trigrams without positions, for the texts that may contain another text.
///
/// The index narrows a search down. It knows only which texts have all of the trigrams, not in which order, so the caller
/// compares the texts themselves, as with SQLite's `instr`.
public enum TrigramQuery {
    /// The most trigrams that a search looks up.
    private static let limit = 12

    /// A query for the trigrams that cover the beginning of a text; nil if the text is too short for one.
    public static func matching(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= 3 else { return nil }
        let last = min(scalars.count, 3 * limit) - 3
        let starts = Array(stride(from: 0, to: last, by: 3)) + [last]
        return starts.map { start in
            let trigram = String(String.UnicodeScalarView(scalars[start..<(start + 3)]))
            return "\"\(trigram.escaping(["\"": "\"\""]))\""
        }.joined(separator: " ")
    }
}
