extension Schema {
    /// What a sync knows: decision 32.
    ///
    /// `sync_objects` has one row for each fund (kind 1), note (2), feed (3) and file (4): its ID on the server, the row that
    /// it is here (`owner`; NULL if it is deleted, or a file that is not here), the server's version that it comes from (0:
    /// none), what it was in that version (`base`), and what was sent without an answer yet (`sent`). `changes` counts the
    /// changes here since then. A fund that was joined with another one names that in `joined`. Triggers keep all of this, so
    /// no code that changes a fund, a note, a feed or a file has to know of syncs.
    ///
    /// `sync_reads` has the items that were read on any device, `state` says what the server has to learn: 1 that an item is
    /// read, 2 that its mark can be deleted. `sync_incoming` has what came from the server and is not applied yet; `content`
    /// is NULL for a deletion.
    static let sync = """
        CREATE TABLE sync_objects(
            kind INTEGER NOT NULL, id TEXT NOT NULL, owner INTEGER, version INTEGER NOT NULL DEFAULT 0,
            changes INTEGER NOT NULL DEFAULT 1, base TEXT, sent TEXT, joined TEXT,
            PRIMARY KEY(kind, id)) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX sync_owners ON sync_objects(kind, owner) WHERE owner IS NOT NULL;
        CREATE INDEX sync_changed ON sync_objects(kind, id) WHERE changes > 0;
        CREATE TABLE sync_incoming(
            kind INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, content TEXT,
            PRIMARY KEY(kind, id)) STRICT, WITHOUT ROWID;
        CREATE TABLE sync_reads(
            feed TEXT NOT NULL, identity TEXT NOT NULL, version INTEGER NOT NULL DEFAULT 0,
            state INTEGER NOT NULL DEFAULT 1, PRIMARY KEY(feed, identity)) STRICT, WITHOUT ROWID;
        CREATE INDEX sync_reads_changed ON sync_reads(feed, identity) WHERE state > 0;
        \(triggers(kind: 1, "funds", changing: "name"))
        \(triggers(kind: 2, "notes", changing: "fund", "title", "text"))
        \(triggers(kind: 3, "feeds", changing: "title", "folders", "fund"))
        \(triggers(kind: 4, "files", changing: "fund", "path", "size", "modified"))
        CREATE TRIGGER sync_item_read AFTER UPDATE OF is_read, identity ON items
            WHEN new.is_read = 1 AND EXISTS (SELECT 1 FROM settings WHERE key = 'sync.account') BEGIN
            INSERT INTO sync_reads(feed, identity) SELECT id, new.identity FROM sync_objects
                WHERE kind = 3 AND owner = new.feed ON CONFLICT DO NOTHING;
        END;
        CREATE TRIGGER sync_item_forgotten AFTER DELETE ON items
            WHEN old.is_read = 1 AND EXISTS (SELECT 1 FROM feeds WHERE id = old.feed) BEGIN
            UPDATE sync_reads SET state = 2 WHERE identity = old.identity
                AND feed = (SELECT id FROM sync_objects WHERE kind = 3 AND owner = old.feed);
        END;
        """

    /// Facts about an object. Writing its row again resets them, because a version is then agreed on, sent or forgotten.
    ///
    /// `is_uploaded` says that the server has the bytes of a file in this version. `forgotten` is the version that it came from
    /// before the server went back in time.
    static let knowledge = """
        ALTER TABLE sync_objects ADD COLUMN is_uploaded INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sync_objects ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
        """

    /// Triggers that keep the rows of one kind, and the rows of what exists already.
    private static func triggers(kind: Int, _ table: String, changing columns: String...) -> String {
        let isChanged = columns.map { "new.\($0) IS NOT old.\($0)" }.joined(separator: " OR ")
        let newID = "lower(hex(randomblob(16)))"
        return """
            INSERT INTO sync_objects(kind, id, owner) SELECT \(kind), \(newID), id FROM \(table);
            CREATE TRIGGER sync_\(table)_added AFTER INSERT ON \(table) BEGIN
                INSERT INTO sync_objects(kind, id, owner) VALUES(\(kind), \(newID), new.id);
            END;
            CREATE TRIGGER sync_\(table)_changed AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(table)
                WHEN \(isChanged) BEGIN
                UPDATE sync_objects SET changes = changes + 1 WHERE kind = \(kind) AND owner = new.id;
            END;
            CREATE TRIGGER sync_\(table)_removed AFTER DELETE ON \(table) BEGIN
                DELETE FROM sync_objects WHERE kind = \(kind) AND owner = old.id AND version = 0 AND sent IS NULL;
                UPDATE sync_objects SET owner = NULL, changes = changes + 1 WHERE kind = \(kind) AND owner = old.id;
            END;
            """
    }
}
