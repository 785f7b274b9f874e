import ToolDatabase

/// The tables of the store: decision 19.
enum Schema {
    /// What makes the store of each version from that of the version before, the first from nothing. A step that was released
    /// never changes.
    static let steps: [Step] = [
        .script(base), .script(remotes), .script(MailSchema.script), .script(sync),
        .conversion { try $0.foldTextsAgain(with: "\u{300}-\u{345}\u{1161}-\u{11C2}") },
        .conversion { try $0.makeIdentitiesLines() }, .script(digests),
        .script(knowledge), .script(exactDates),
        .conversion { try $0.foldTextsAgain(with: Database.lettersFoldedLater) },
    ]

    enum Step: Sendable {
        /// Statements that make or change tables.
        case script(String)
        /// Changes what is in the tables, which stay as they are.
        case conversion(@Sendable (Store) throws -> Void)
    }

    /// `sha256` is that of a file's bytes, in hexadecimal, if a sync has computed it since the file last changed. The trigger
    /// clears it, because an earlier version of fund that still runs records a change without it.
    private static let digests = """
        ALTER TABLE files ADD COLUMN sha256 TEXT;
        CREATE TRIGGER files_changed AFTER UPDATE OF size, modified ON files
            WHEN new.size IS NOT old.size OR new.modified IS NOT old.modified BEGIN
            UPDATE files SET sha256 = NULL WHERE id = new.id;
        END;
        """

    /// `nanoseconds` is the part of a second after `modified`: two versions of a file may have the same size and second. It is NULL
    /// until the first scan, which is no change. The SHA-256 of the versions that a sync has agreed on are kept with the files, so
    /// that one that is renamed does not have to be read.
    private static let exactDates = """
        ALTER TABLE files ADD COLUMN nanoseconds INTEGER;
        UPDATE files SET sha256 = (SELECT json_extract(base, '$.sha256') FROM sync_objects
            WHERE kind = 4 AND owner = files.id AND changes = 0) WHERE sha256 IS NULL;
        CREATE TRIGGER sync_files_rewritten AFTER UPDATE OF nanoseconds ON files
            WHEN new.nanoseconds <> old.nanoseconds BEGIN
            UPDATE sync_objects SET changes = changes + 1 WHERE kind = 4 AND owner = new.id;
        END;
        """

    /// Times are in seconds since 1970, UTC. `texts` has one row for everything that can be found: its text in folded
    /// form. The index `trigrams` holds no text of its own, and triggers keep it equal to `texts`.
    private static let base = """
        CREATE TABLE funds(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, renaming_to TEXT, created INTEGER NOT NULL) STRICT;
        CREATE TABLE files(
            id INTEGER PRIMARY KEY, fund INTEGER NOT NULL REFERENCES funds ON DELETE CASCADE, path TEXT NOT NULL,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, text TEXT, UNIQUE(fund, path)) STRICT;
        CREATE TABLE notes(
            id INTEGER PRIMARY KEY, fund INTEGER NOT NULL REFERENCES funds ON DELETE CASCADE, title TEXT NOT NULL,
            created INTEGER NOT NULL, changed INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE(fund, title)) STRICT;
        CREATE TABLE feeds(
            id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE, title TEXT NOT NULL, home TEXT,
            folders TEXT NOT NULL DEFAULT '', fund INTEGER REFERENCES funds ON DELETE SET NULL, etag TEXT,
            last_modified TEXT, digest INTEGER, checked INTEGER, due INTEGER, problem TEXT, damage TEXT,
            pace_minutes INTEGER NOT NULL DEFAULT 0, skipped_hours INTEGER NOT NULL DEFAULT 0, moved_to TEXT,
            moves INTEGER NOT NULL DEFAULT 0, is_gone INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE INDEX feeds_of_fund ON feeds(fund);
        CREATE TABLE items(
            id INTEGER PRIMARY KEY AUTOINCREMENT, feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            identity TEXT NOT NULL, alias TEXT, title TEXT NOT NULL, link TEXT, author TEXT, date INTEGER NOT NULL,
            is_read INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL, text TEXT, UNIQUE(feed, identity)) STRICT;
        CREATE INDEX items_by_alias ON items(feed, alias) WHERE alias IS NOT NULL;
        CREATE INDEX items_by_date ON items(date, id);
        CREATE INDEX items_unread ON items(feed, date) WHERE is_read = 0;
        CREATE TABLE hosts(name TEXT PRIMARY KEY, rests_until INTEGER NOT NULL) STRICT;
        CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE texts(
            id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, owner INTEGER NOT NULL, date INTEGER NOT NULL,
            folded TEXT NOT NULL, UNIQUE(kind, owner)) STRICT;
        CREATE VIRTUAL TABLE trigrams USING fts5(
            folded, content='texts', content_rowid='id', columnsize=0, detail=none,
            tokenize='trigram case_sensitive 1');
        CREATE TRIGGER texts_added AFTER INSERT ON texts BEGIN
            INSERT INTO trigrams(rowid, folded) VALUES(new.id, new.folded);
        END;
        CREATE TRIGGER texts_removed AFTER DELETE ON texts BEGIN
            INSERT INTO trigrams(trigrams, rowid, folded) VALUES('delete', old.id, old.folded);
        END;
        CREATE TRIGGER texts_changed AFTER UPDATE OF folded ON texts WHEN new.folded <> old.folded BEGIN
            INSERT INTO trigrams(trigrams, rowid, folded) VALUES('delete', old.id, old.folded);
            INSERT INTO trigrams(rowid, folded) VALUES(new.id, new.folded);
        END;
        CREATE TRIGGER files_removed AFTER DELETE ON files BEGIN
            DELETE FROM texts WHERE kind = 1 AND owner = old.id;
        END;
        CREATE TRIGGER notes_removed AFTER DELETE ON notes BEGIN
            DELETE FROM texts WHERE kind = 2 AND owner = old.id;
        END;
        CREATE TRIGGER items_removed AFTER DELETE ON items BEGIN
            DELETE FROM texts WHERE kind = 3 AND owner = old.id;
        END;
        """

    /// Remote places, and the files that are being fetched, or whose fetching was interrupted: decision 29. Numbers are
    /// never used again, because they name locks.
    private static let remotes = """
        CREATE TABLE remotes(
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, place TEXT NOT NULL,
            user TEXT, password_command TEXT, is_remembered INTEGER NOT NULL DEFAULT 0, authorities TEXT) STRICT;
        CREATE TABLE fetches(
            id INTEGER PRIMARY KEY AUTOINCREMENT, fund INTEGER NOT NULL REFERENCES funds ON DELETE CASCADE,
            remote INTEGER NOT NULL REFERENCES remotes ON DELETE CASCADE, path TEXT NOT NULL, name TEXT NOT NULL,
            begun INTEGER NOT NULL, version TEXT, UNIQUE(fund, remote, path)) STRICT;
        CREATE INDEX fetches_by_path ON fetches(remote, path);
        """
}
