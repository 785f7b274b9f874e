import ToolDatabase
import ToolProgram

// All of these are to be called within a transaction.
extension Store {
    /// The columns that ``object(_:)`` reads, of the table that has this name in a query.
    static func objectColumns(of table: String = "sync_objects") -> String {
        ["kind", "id", "owner", "version", "changes", "base", "sent", "joined"].map { "\(table).\($0)" }
            .joined(separator: ", ")
    }

    /// The object in the first columns of a row.
    static func object(_ row: SQLRow) -> SyncObject {
        SyncObject(
            kind: SyncKind(rawValue: row.integer(0)) ?? .fund, id: row.id(1), owner: row.optionalInteger(2),
            version: row.integer(3), changes: row.integer(4), base: row.optionalText(5), sent: row.optionalText(6),
            joined: row.optionalID(7))
    }

    func object(_ kind: SyncKind, id: SyncID) throws -> SyncObject? {
        try database.row(Self.objectByID, .integer(kind.rawValue), .id(id), as: Self.object)
    }

    func object(_ kind: SyncKind, owner: Int64) throws -> SyncObject? {
        try database.row(Self.objectByOwner, .integer(kind.rawValue), .integer(owner), as: Self.object)
    }

    // Most of a sync looks objects up.
    private static let objectByID = "SELECT \(objectColumns()) FROM sync_objects WHERE kind = ? AND id = ?"
    private static let objectByOwner = "SELECT \(objectColumns()) FROM sync_objects WHERE kind = ? AND owner = ?"

    /// Stores what is known about an object, and nothing else. If its row here belonged to another object, that one is forgotten.
    func put(_ object: SyncObject) throws {
        try database.run(
            """
            REPLACE INTO sync_objects(kind, id, owner, version, changes, base, sent, joined)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?)
            """, .integer(object.kind.rawValue), .id(object.id), SQLValue(object.owner), .integer(object.version),
            .integer(object.changes), SQLValue(object.base), SQLValue(object.sent),
            SQLValue(object.joined?.description))
    }

    /// Remembers what is sent of an object, until there is an answer.
    ///
    /// - Parameter content: As JSON; nil if the server has refused it.
    func noteSent(_ content: String?, of object: SyncObject) throws {
        try database.run(
            "UPDATE sync_objects SET sent = ? WHERE kind = ? AND id = ?", SQLValue(content),
            .integer(object.kind.rawValue), .id(object.id))
    }

    /// Records that a file is not what the server has, if that is not known yet.
    func noteChange(of file: StoredFile) throws {
        try database.run(
            "UPDATE sync_objects SET changes = max(changes, 1) WHERE kind = \(SyncKind.file.sql) AND owner = ?",
            .integer(file.id))
    }

    /// Records that a file is what the server has.
    func forgetChanges(of file: StoredFile) throws {
        try database.run(
            "UPDATE sync_objects SET changes = 0 WHERE kind = \(SyncKind.file.sql) AND owner = ?", .integer(file.id))
    }

    func forget(_ object: SyncObject) throws {
        try database.run(
            "DELETE FROM sync_objects WHERE kind = ? AND id = ?", .integer(object.kind.rawValue), .id(object.id))
    }

    /// Takes an object's row here away from it. What the server knows of it has to be deleted there.
    func orphan(_ object: SyncObject) throws {
        guard object.isSent else { return try forget(object) }
        var orphan = object
        (orphan.owner, orphan.changes) = (nil, object.changes + 1)
        try put(orphan)
    }

    /// The objects that changed here: those that are still there first, each kind after what it names.
    func changedObjects() throws -> [SyncObject] {
        try database.rows(
            """
            SELECT \(Self.objectColumns()) FROM sync_objects WHERE changes > 0
            ORDER BY owner IS NULL,
                CASE kind WHEN \(SyncKind.fund.sql) THEN 0 WHEN \(SyncKind.feed.sql) THEN 1 ELSE kind END, id
            """, as: Self.object)
    }

    /// The changed objects that the server may take: no newer version of them waits here.
    func objectsToSend() throws -> [SyncObject] {
        let waiting = Set(
            try database.rows(
                """
                SELECT i.kind, i.id FROM sync_incoming i JOIN sync_objects o ON o.kind = i.kind AND o.id = i.id
                WHERE i.version > o.version
                """
            ) { "\($0.integer(0)) \($0.text(1))" })
        return try changedObjects().filter { !waiting.contains("\($0.kind.rawValue) \($0.id)") }
    }

    /// The files that changed here and are to be compared with those of other devices, but whose SHA-256 is not known: a newer
    /// version has come, or another device has a file of the same path, or one of the same size, which may be the same file.
    func filesToHash() throws -> [SyncObject] {
        let file = SyncKind.file.sql
        return try database.rows(
            """
            SELECT \(Self.objectColumns(of: "o")) FROM sync_objects o JOIN files f ON f.id = o.owner
            WHERE o.kind = \(file) AND o.changes > 0 AND f.sha256 IS NULL
                AND (EXISTS (SELECT 1 FROM sync_incoming i WHERE i.kind = \(file) AND i.id = o.id)
                    OR f.path IN (
                        SELECT json_extract(content, '$.path') FROM sync_incoming
                            WHERE kind = \(file) AND content IS NOT NULL
                        UNION ALL SELECT json_extract(base, '$.path') FROM sync_objects
                            WHERE kind = \(file) AND owner IS NULL AND changes = 0)
                    OR f.size IN (
                        SELECT json_extract(content, '$.size') FROM sync_incoming
                            WHERE kind = \(file) AND content IS NOT NULL
                        UNION ALL SELECT json_extract(base, '$.size') FROM sync_objects
                            WHERE kind = \(file) AND owner IS NULL AND changes = 0))
            """, as: Self.object)
    }

    /// Whether anything waits for a sync.
    func hasChanges() throws -> Bool {
        try database.row(
            """
            SELECT EXISTS (SELECT 1 FROM sync_objects WHERE changes > 0)
                OR EXISTS (SELECT 1 FROM sync_reads WHERE state > 0)
            """
        ) { $0.flag(0) } ?? false
    }
}
