import ToolDatabase
import ToolProgram

extension Store {
    /// Keeps what came from the server until it is applied. To be called within a transaction.
    func stage(_ incoming: IncomingObject) throws {
        try database.run(
            "REPLACE INTO sync_incoming(kind, id, version, content) VALUES(?, ?, ?, ?)",
            .integer(incoming.kind.rawValue), .text(incoming.id), .integer(incoming.version),
            SQLValue(incoming.content))
    }

    func unstage(_ incoming: IncomingObject) throws {
        try database.run(
            "DELETE FROM sync_incoming WHERE kind = ? AND id = ?", .integer(incoming.kind.rawValue),
            .text(incoming.id))
    }

    /// What came from the server and is not applied yet, of one kind, either deletions or the others: first what is new. Their
    /// contents are read one after another, because they may be large.
    func eachIncoming(
        _ kind: SyncKind, areDeleted: Bool, _ body: (IncomingObject) throws -> Void
    ) throws {
        let ids = try database.rows(
            """
            SELECT i.id FROM sync_incoming i LEFT JOIN sync_objects o ON o.kind = i.kind AND o.id = i.id
            WHERE i.kind = ? AND (i.content IS NULL) = ? ORDER BY o.id IS NOT NULL, i.version
            """,
            .integer(kind.rawValue), areDeleted ? 1 : 0
        ) { $0.text(0) }
        for id in ids {
            if let incoming = try incoming(kind, id: id) { try body(incoming) }
        }
    }

    func incoming(_ kind: SyncKind, id: String) throws -> IncomingObject? {
        try database.row(
            "SELECT version, content FROM sync_incoming WHERE kind = ? AND id = ?", .integer(kind.rawValue), .text(id)
        ) { IncomingObject(kind: kind, id: id, version: $0.integer(0), content: $0.optionalText(1)) }
    }
}
