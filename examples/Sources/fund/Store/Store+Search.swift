import AppGroup
import ToolDatabase
import ToolProgram

extension Store {
    /// Makes something findable. To be called within a transaction.
    func index(_ kind: SearchKind, _ owner: Int64, date: Timestamp, _ text: String) throws {
        try index(kind, [(owner, date, text)])
    }

    /// The same for several things of one kind. SQLite writes its full-text index to the file after each statement.
    func index(_ kind: SearchKind, _ texts: [(owner: Int64, date: Timestamp, text: String)]) throws {
        try database.insert(
            "INSERT INTO texts(kind, owner, date, folded) VALUES", row: "(?, ?, ?, ?)",
            "ON CONFLICT(kind, owner) DO UPDATE SET date = excluded.date, folded = excluded.folded",
            texts.map {
                [.integer(kind.rawValue), .integer($0.owner), .integer($0.date.seconds), .text($0.text.folded)]
            })
    }

    /// Folds the texts again that an earlier version folded in another way. To be called within a transaction.
    ///
    /// - Parameter letters: The characters that are folded in another way now, as in a set of `GLOB`.
    func foldTextsAgain(with letters: String) throws {
        try database.foldAgain("folded", of: "texts", key: "id", with: letters)
    }

    /// Everything that contains a text, whatever the case of its letters, the newest first.
    ///
    /// - Parameters:
    ///   - text: At least one character. Every character stands for itself.
    ///   - kind: What to look for; nil for everything.
    func search(_ text: String, in kind: SearchKind?, limit: Int) throws -> [SearchMatch] {
        let folded = text.folded
        let trigrams = TrigramQuery.matching(folded)
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
}
