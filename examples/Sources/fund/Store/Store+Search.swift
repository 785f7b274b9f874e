import AppGroup
import ToolProgram

extension Store {
    /// Makes something findable. To be called within a transaction.
    func index(_ kind: SearchKind, _ owner: Int64, date: Timestamp, _ text: String) throws {
        try database.run(
            """
            INSERT INTO texts(kind, owner, date, folded) VALUES(?1, ?2, ?3, ?4)
            ON CONFLICT(kind, owner) DO UPDATE SET date = ?3, folded = ?4
            """, .integer(kind.rawValue), .integer(owner), .integer(date.seconds), .text(text.folded))
    }

    /// Everything that contains a text, whatever the case of its letters, the newest first.
    ///
    /// - Parameters:
    ///   - text: At least one character. Every character stands for itself.
    ///   - kind: What to look for; nil for everything.
    func search(_ text: String, in kind: SearchKind?, limit: Int) throws -> [SearchMatch] {
        let folded = text.folded
        // The index narrows the search down. It knows only which texts have all of these trigrams, not in which order.
        let trigrams = Self.trigrams(of: folded)
        let candidates = trigrams == nil ? "" : "id IN (SELECT rowid FROM trigrams WHERE trigrams MATCH ?3) AND"
        return try database.rows(
            """
            SELECT kind, owner, date FROM texts WHERE \(candidates) instr(folded, ?1) > 0 AND (?2 IS NULL OR kind = ?2)
            ORDER BY date DESC, id DESC LIMIT \(limit)
            """, [.text(folded), SQLValue(kind?.rawValue)] + (trigrams.map { [.text($0)] } ?? [])
        ) { row in
            SearchMatch(
                kind: SearchKind(rawValue: row.integer(0)) ?? .file, owner: row.integer(1),
                date: Timestamp(seconds: row.integer(2)))
        }
    }

    /// The most trigrams that a search looks up.
    private static let trigramLimit = 12

    /// A query of FTS5 for the trigrams that cover the beginning of a text; nil if the text is too short for one.
    private static func trigrams(of text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= 3 else { return nil }
        let last = min(scalars.count, 3 * trigramLimit) - 3
        let starts = Array(stride(from: 0, to: last, by: 3)) + [last]
        return starts.map { start in
            let trigram = String(String.UnicodeScalarView(scalars[start..<(start + 3)]))
            return "\"\(trigram.replacing("\"", with: "\"\""))\""
        }.joined(separator: " ")
    }
}
