import ToolClient
import ToolDatabase
import ToolProgram

extension Store {
    /// Keeps what came from the server until it is applied. To be called within a transaction.
    func stage(_ incoming: IncomingObject) throws {
        try database.run(
            "REPLACE INTO sync_incoming(kind, id, version, content) VALUES(?, ?, ?, ?)",
            .integer(incoming.kind.rawValue), .id(incoming.id), .integer(incoming.version),
            SQLValue(incoming.content))
    }

    /// Whether another device has deleted an object, and that is not applied yet. It is not in the way of another one then.
    func isDeletedElsewhere(_ object: SyncObject) throws -> Bool {
        try database.row(
            "SELECT 1 FROM sync_incoming WHERE kind = ? AND id = ? AND content IS NULL AND version > ?",
            .integer(object.kind.rawValue), .id(object.id), .integer(object.version)
        ) { _ in true } ?? false
    }

    /// That another device has deleted a note of the table `notes`, which did not change here, and that this is not applied yet.
    static let isLeavingNote = """
        EXISTS (SELECT 1 FROM sync_objects o JOIN sync_incoming i ON i.kind = o.kind AND i.id = o.id
            WHERE o.kind = \(SyncKind.note.sql) AND o.owner = notes.id AND o.changes = 0 AND i.content IS NULL
                AND i.version > o.version)
        """

    /// Whether something came about an object that could not be applied yet, and that is no deletion.
    func isWaiting(_ kind: SyncKind, id: SyncID) throws -> Bool {
        try database.row(
            "SELECT 1 FROM sync_incoming WHERE kind = ? AND id = ? AND content IS NOT NULL", .integer(kind.rawValue),
            .id(id)
        ) { _ in true } ?? false
    }

    /// What a file is in a newer version that came and is not applied yet; nil if there is none.
    func waitingFile(_ object: SyncObject) throws -> FileContent? {
        let content = try database.row(
            """
            SELECT content FROM sync_incoming
            WHERE kind = \(SyncKind.file.sql) AND id = ? AND version > ? AND content IS NOT NULL
            """, .id(object.id), .integer(object.version)
        ) { $0.text(0) }
        return content.flatMap { StableJSON.value(in: $0) }
    }

    /// Whether a fund has a file that another device has deleted, and that could not be moved to the trash yet.
    func holdsDeletedFile(_ fund: Fund) throws -> Bool {
        try database.row(
            """
            SELECT EXISTS (SELECT 1 FROM files f
                JOIN sync_objects o ON o.kind = \(SyncKind.file.sql) AND o.owner = f.id
                JOIN sync_incoming i ON i.kind = \(SyncKind.file.sql) AND i.id = o.id AND i.content IS NULL
                WHERE f.fund = ?)
            """, .integer(fund.id)
        ) { $0.flag(0) } ?? false
    }

    /// Whether the server has an object, as far as the last pull says. What was sent without an answer has come back with it then.
    func isOnServer(_ object: SyncObject) throws -> Bool {
        let isThere = try database.row(
            "SELECT content IS NOT NULL FROM sync_incoming WHERE kind = ? AND id = ? AND version > ?",
            .integer(object.kind.rawValue), .id(object.id), .integer(object.version)
        ) { $0.flag(0) }
        return isThere ?? (object.version > 0)
    }

    /// Whether what came about an object is older than what was agreed on before the server went back in time.
    func isOutdated(_ incoming: IncomingObject) throws -> Bool {
        try database.row(
            "SELECT 1 FROM sync_objects WHERE kind = ? AND id = ? AND forgotten > ?", .integer(incoming.kind.rawValue),
            .id(incoming.id), .integer(incoming.version)
        ) { _ in true } ?? false
    }

    /// Forgets what came about an object: it is applied.
    func unstage(_ kind: SyncKind, id: SyncID) throws {
        try database.run("DELETE FROM sync_incoming WHERE kind = ? AND id = ?", .integer(kind.rawValue), .id(id))
    }

    /// Forgets everything that came of one kind, either deletions or the others.
    func unstageAll(_ kind: SyncKind, areDeleted: Bool) throws {
        try database.run(
            "DELETE FROM sync_incoming WHERE kind = ? AND (content IS NULL) = ?", .integer(kind.rawValue),
            areDeleted ? 1 : 0)
    }

    /// What came from the server and is not applied yet, of one kind, either deletions or the others: first what is new. Their
    /// contents are read one after another, because they may be large.
    ///
    /// - Parameter body: Receives each object with what is known about it at that moment; nil if it is new.
    func eachIncoming(
        _ kind: SyncKind, areDeleted: Bool, _ body: (IncomingObject, SyncObject?) throws -> Void
    ) throws {
        let ids = try database.rows(
            """
            SELECT i.id FROM sync_incoming i LEFT JOIN sync_objects o ON o.kind = i.kind AND o.id = i.id
            WHERE i.kind = ? AND (i.content IS NULL) = ? ORDER BY o.id IS NOT NULL, i.version
            """,
            .integer(kind.rawValue), areDeleted ? 1 : 0
        ) { $0.id(0) }
        for id in ids {
            let found = try database.row(Self.incomingAndKnown, .integer(kind.rawValue), .id(id)) { row in
                (
                    incoming: IncomingObject(
                        kind: kind, id: id, version: row.integer(8), content: row.optionalText(9)),
                    known: row.optionalText(1).map { _ in Self.object(row) }
                )
            }
            if let found { try body(found.incoming, found.known) }
        }
    }

    private static let incomingAndKnown = """
        SELECT \(objectColumns(of: "o")), i.version, i.content
        FROM sync_incoming i LEFT JOIN sync_objects o ON o.kind = i.kind AND o.id = i.id WHERE i.kind = ? AND i.id = ?
        """
}
