import AppGroup
import ToolDatabase
import ToolProgram

extension Store {
    /// The notes of a fund without their texts, the one that was changed last first.
    func notes(of fund: Fund) throws -> [Note] {
        try database.rows(
            "SELECT id, fund, title, changed, '' FROM notes WHERE fund = ? ORDER BY changed DESC, id DESC",
            .integer(fund.id), as: Self.note)
    }

    private static func note(_ row: SQLRow) -> Note {
        Note(
            id: row.integer(0), fund: row.integer(1), title: row.text(2), text: row.text(4),
            changed: Timestamp(seconds: row.integer(3)))
    }

    private static let columns = "id, fund, title, changed, text"

    func note(id: Note.ID) throws -> Note? {
        try database.row("SELECT \(Self.columns) FROM notes WHERE id = ?", .integer(id), as: Self.note)
    }

    func note(titled title: String, in fund: Fund) throws -> Note? {
        try database.row(
            "SELECT \(Self.columns) FROM notes WHERE fund = ? AND title = ?", .integer(fund.id), .text(title),
            as: Self.note)
    }

    /// The note of a fund that a user means: by its title, or by a part of it that no other title has.
    func note(_ what: String, of fund: Fund) throws -> Note {
        if let exact = try note(titled: what, in: fund) ?? note(titled: Note.checked(what) ?? what, in: fund) {
            return exact
        }
        let missing = ToolError.notFound(
            "“\(fund.name)” has no note “\(what)”. To list its notes: fund note show \(fund.name.quotedForShell)")
        let meant = try NamedChoice.pick(
            what, from: notes(of: fund), id: \.title, names: { [$0.title] }, shown: { "“\($0.title)”" }, none: missing)
        guard let note = try note(id: meant.id) else { throw missing }
        return note
    }

    /// Adds a note. A title that is taken already gets a number.
    func addNote(_ title: String, _ text: String, to fund: Fund, at now: Timestamp) throws -> Note {
        try database.transaction {
            guard try self.fund(id: fund.id) != nil else {
                throw ToolError.notFound("The fund “\(fund.name)” was removed meanwhile.")
            }
            return try insert(title, text, into: fund, at: now)
        }
    }

    /// Whether a fund has a note with exactly this title.
    func hasNote(_ title: String, in fund: Fund) throws -> Bool {
        try database.row(
            "SELECT 1 FROM notes WHERE fund = ? AND title = ?", .integer(fund.id), .text(title), as: { _ in true })
            ?? false
    }

    /// Whether any note of a fund has exactly this text, and no other device has deleted it.
    func hasText(_ text: String, in fund: Fund) throws -> Bool {
        try database.row(
            "SELECT 1 FROM notes WHERE fund = ? AND text = ? AND NOT \(Self.isLeavingNote) LIMIT 1", .integer(fund.id),
            .text(text)
        ) { _ in true } ?? false
    }

    /// A title that no note of a fund has: this one, or this one with a number.
    func freeTitle(_ title: String, in fund: Fund) throws -> String {
        var (candidate, number) = (title, 1)
        while try hasNote(candidate, in: fund) {
            number += 1
            candidate = Note.title(title, marked: " (\(number))")
        }
        return candidate
    }

    /// Replaces the text of a note, unless it has changed since it was read or has been removed. Then the new text
    /// becomes another note, and both stay. A text that is still what was read changes nothing, whatever has become of the note.
    ///
    /// - Returns: The note that holds the new text.
    func change(_ note: Note, to text: String, at now: Timestamp) throws -> Note {
        // To Swift, two texts are equal if they look alike.
        guard !text.utf8.elementsEqual(note.text.utf8) else { return note }
        return try database.transaction {
            let current = try self.note(id: note.id)
            guard current?.text == note.text || current?.text == text else {
                guard let fund = try fund(id: note.fund) else {
                    throw ToolError.notFound("The fund of the note “\(note.title)” was removed meanwhile.")
                }
                return try insert(Note.title(note.title, marked: " (edited)"), text, into: fund, at: now)
            }
            try database.run(
                "UPDATE notes SET text = ?, changed = ? WHERE id = ?", .text(text), .integer(now.seconds),
                .integer(note.id))
            let changed = Note(id: note.id, fund: note.fund, title: note.title, text: text, changed: now)
            try index(changed)
            return changed
        }
    }

    /// Changes what a note consists of. No other note of the fund may have the title. To be called within a transaction.
    func update(_ note: Note, _ title: String, _ text: String, in fund: Fund, at now: Timestamp) throws {
        try database.run(
            "UPDATE notes SET fund = ?, title = ?, text = ?, changed = ? WHERE id = ?", .integer(fund.id), .text(title),
            .text(text), .integer(now.seconds), .integer(note.id))
        try index(Note(id: note.id, fund: fund.id, title: title, text: text, changed: now))
    }

    /// Adds a note. A title that is taken already gets a number. To be called within a transaction.
    func insert(_ title: String, _ text: String, into fund: Fund, at now: Timestamp) throws -> Note {
        let note = try insertUnindexed(freeTitle(title, in: fund), text, in: fund, at: now)
        try index(note)
        return note
    }

    /// Adds a note with a title that no note of the fund has, and doesn't make it findable yet. To be called within a transaction.
    func insertUnindexed(_ title: String, _ text: String, in fund: Fund, at now: Timestamp) throws -> Note {
        try database.run(
            "INSERT INTO notes(fund, title, created, changed, text) VALUES(?, ?, ?, ?, ?)", .integer(fund.id),
            .text(title),
            .integer(now.seconds), .integer(now.seconds), .text(text))
        return Note(id: database.lastRow, fund: fund.id, title: title, text: text, changed: now)
    }

    func removeNote(_ note: Note) throws { try database.run("DELETE FROM notes WHERE id = ?", .integer(note.id)) }

    /// - Parameter takeAway: Keeps its text elsewhere, while no other process can change it.
    func removeNote(_ note: Note, _ takeAway: () throws -> Void) throws {
        try database.transaction {
            try takeAway()
            try removeNote(note)
        }
    }

    /// Makes a note findable. To be called within a transaction.
    func index(_ note: Note) throws { try index([note]) }

    /// The same for several notes. Those that there are no more are left out.
    func indexNotes(_ ids: [Note.ID]) throws { try index(ids.compactMap { try note(id: $0) }) }

    private func index(_ notes: [Note]) throws {
        try index(.note, notes.map { ($0.id, $0.changed, "\($0.title)\n\($0.text)") })
    }
}
