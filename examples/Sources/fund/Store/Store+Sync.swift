import ToolClient
import ToolDatabase
import ToolProgram

// All of these are to be called within a transaction.
extension Store {
    /// Lets a sync send everything in a fund again, because the fund has another ID now, except what another device has deleted.
    func noteChanges(in fund: Fund) throws {
        for (kind, table) in [(SyncKind.note, "notes"), (.feed, "feeds"), (.file, "files")] {
            try database.run(
                """
                UPDATE sync_objects SET changes = changes + 1 WHERE kind = ?1 AND owner IN
                    (SELECT id FROM \(table) WHERE fund = ?2)
                    AND NOT EXISTS (SELECT 1 FROM sync_incoming i
                        WHERE i.kind = ?1 AND i.id = sync_objects.id AND i.content IS NULL)
                """, .integer(kind.rawValue), .integer(fund.id))
        }
    }

    /// Whether a fund has a note that no other device has deleted, or a note or file that changed here since the last sync.
    func holdsOwn(_ fund: Fund) throws -> Bool {
        try database.row(
            """
            SELECT EXISTS (SELECT 1 FROM notes WHERE fund = ?1 AND NOT \(Self.isLeavingNote))
                OR EXISTS (SELECT 1 FROM files JOIN sync_objects ON kind = \(SyncKind.file.sql) AND owner = files.id
                    WHERE fund = ?1 AND changes > 0)
            """, .integer(fund.id)
        ) { $0.flag(0) } ?? false
    }

    /// The ID of a fund on the server.
    func fundID(_ fund: Fund.ID) throws -> SyncID? { try object(.fund, owner: fund)?.id }

    /// Gives feeds that no server knows yet the IDs that follow from their addresses.
    func nameFeeds() throws {
        let unnamed = try database.rows(
            """
            SELECT sync_objects.id, feeds.id, address FROM sync_objects JOIN feeds ON feeds.id = owner
            WHERE kind = \(SyncKind.feed.sql) AND version = 0 AND sent IS NULL
            """
        ) { (id: $0.id(0), owner: $0.integer(1), address: $0.text(2)) }
        for feed in unnamed {
            let id = try SyncID(feed: feed.address)
            guard id != feed.id else { continue }
            // The same feed may have been removed before, and the server doesn't know that yet.
            var object = try object(.feed, id: id) ?? SyncObject(kind: .feed, id: id)
            guard object.owner == nil else { continue }
            (object.owner, object.changes) = (feed.owner, object.changes + 1)
            try moveReads(from: feed.id, to: id)
            try put(object)
        }
    }

    /// Lets the server learn of files that are the rows of no object. Until November 2026, a sync could leave such a file behind, and
    /// its changes were no longer sent.
    func addMissingFileObjects() throws {
        try database.run(
            """
            INSERT INTO sync_objects(kind, id, owner) SELECT \(SyncKind.file.sql), lower(hex(randomblob(16))), id FROM files
                WHERE NOT EXISTS (SELECT 1 FROM sync_objects WHERE kind = \(SyncKind.file.sql) AND owner = files.id)
            """)
    }

    /// Lets the server forget the files of a fund that was deleted, if they are not here.
    func dropFiles(ofFund fund: SyncID) throws {
        try database.run(
            """
            UPDATE sync_objects SET changes = 1 WHERE kind = \(SyncKind.file.sql) AND owner IS NULL AND changes = 0
                AND json_extract(base, '$.fund') = ?
            """, .id(fund))
    }

    /// Lets the server be asked again for the bytes of all files.
    func forgetUploads() throws { try database.run("UPDATE sync_objects SET is_uploaded = 0 WHERE is_uploaded") }

    /// Begins again with another account, with one that was made again, or with a server that went back in time: no version counts any
    /// longer.
    ///
    /// - Parameter isSameAccount: Whether the server may still have what this device knows. Then something that was deleted or
    ///   changed here since the last sync can still be told from something that is only older on the server.
    func forgetVersions(isSameAccount: Bool) throws {
        // Then no file has to be read again.
        try database.run(
            """
            UPDATE files SET sha256 = (SELECT json_extract(base, '$.sha256') FROM sync_objects
                WHERE kind = \(SyncKind.file.sql) AND owner = files.id AND changes = 0) WHERE sha256 IS NULL
            """)
        if isSameAccount {
            // A file that is not here comes again, if the server still has it.
            let isNoFund = "kind <> \(SyncKind.fund.sql)"
            try database.run("DELETE FROM sync_objects WHERE owner IS NULL AND changes = 0 AND \(isNoFund)")
            try database.run("UPDATE sync_objects SET base = NULL WHERE changes = 0 AND \(isNoFund)")
            try database.run("UPDATE sync_objects SET forgotten = max(forgotten, version)")
        } else {
            try database.run("DELETE FROM sync_objects WHERE owner IS NULL")
            try database.run("UPDATE sync_objects SET base = NULL, joined = NULL, forgotten = 0")
            try database.run("DELETE FROM sync_reads")
            try database.run(
                """
                INSERT INTO sync_reads(feed, identity) SELECT sync_objects.id, identity FROM items
                    JOIN sync_objects ON kind = \(SyncKind.feed.sql) AND owner = items.feed WHERE is_read = 1
                """)
        }
        try database.run(
            """
            UPDATE sync_objects SET version = 0, sent = NULL, changes = max(changes, owner IS NOT NULL), is_uploaded = 0
            """)
        try database.run("UPDATE sync_reads SET version = 0, state = max(1, state)")
        try database.run("DELETE FROM sync_incoming")
        try set(.cursor, to: nil)
    }
}
