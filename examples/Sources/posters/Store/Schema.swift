import ToolDatabase

/// The tables of the store.
enum Schema {
    /// What makes the tables of each version from those of the version before, the first from nothing. A step that was
    /// released never changes.
    static let steps: [@Sendable (Database) throws -> Void] = [
        { try $0.run(script: base) }, { try $0.run(script: seenVersions) }, { try $0.run(script: lastChanges) },
        { try $0.foldAgain("words", of: "texts", key: "number", with: Database.lettersFoldedLater) },
        { try $0.run(script: edits) },
    ]

    /// `seen_version` is the version of the report that a supervisor has seen, which a decision names; NULL for none.
    private static let seenVersions = "ALTER TABLE reports ADD COLUMN seen_version INTEGER;"

    /// `change` is what happened to the report last, in the server's word; NULL if the server has not said.
    private static let lastChanges = "ALTER TABLE reports ADD COLUMN change TEXT;"

    /// The changes of reports that the server has taken from this device. `version` is the version that a change has given its
    /// report, and `document` is the change, as JSON.
    private static let edits = """
        CREATE TABLE edits(
            id INTEGER PRIMARY KEY, report INTEGER NOT NULL, version INTEGER NOT NULL, document TEXT NOT NULL) STRICT;
        CREATE INDEX edits_by_version ON edits(version);
        """

    /// Times are in seconds since 1970, UTC.
    ///
    /// `reports` holds what the server has said last; its columns are what lists show, and `document` is all of it, as JSON.
    /// `texts` has one row for each report, with what a search looks into. The index `trigrams` holds no text of its own, and
    /// triggers keep it equal to `texts`. `areas` finds the reports of a rectangle.
    private static let base = """
        CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE reports(
            number INTEGER PRIMARY KEY, version INTEGER NOT NULL, status TEXT NOT NULL, filed INTEGER NOT NULL,
            updated INTEGER NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, district TEXT NOT NULL,
            type TEXT NOT NULL, company TEXT NOT NULL, phones TEXT NOT NULL, photos INTEGER NOT NULL, reason TEXT,
            is_mine INTEGER NOT NULL, is_withdrawn INTEGER NOT NULL,
            is_unseen INTEGER NOT NULL DEFAULT 0, is_untold INTEGER NOT NULL DEFAULT 0, document TEXT NOT NULL) STRICT;
        CREATE INDEX reports_by_change ON reports(version);
        CREATE INDEX reports_of_status ON reports(status, number);
        CREATE INDEX reports_unseen ON reports(number) WHERE is_unseen = 1;
        CREATE INDEX reports_untold ON reports(number) WHERE is_untold = 1;
        CREATE INDEX reports_mine ON reports(number) WHERE is_mine = 1;
        CREATE TABLE phones(
            report INTEGER NOT NULL REFERENCES reports ON DELETE CASCADE, number TEXT NOT NULL,
            PRIMARY KEY(number, report)) STRICT, WITHOUT ROWID;
        CREATE INDEX phones_of_report ON phones(report);
        CREATE TABLE blocked(number TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE VIRTUAL TABLE areas USING rtree(report, west, east, south, north);
        CREATE TABLE texts(number INTEGER PRIMARY KEY, digits TEXT NOT NULL, words TEXT NOT NULL) STRICT;
        CREATE VIRTUAL TABLE trigrams USING fts5(
            digits, words, content='texts', content_rowid='number', columnsize=0, detail=none,
            tokenize='trigram case_sensitive 1');
        CREATE TRIGGER texts_added AFTER INSERT ON texts BEGIN
            INSERT INTO trigrams(rowid, digits, words) VALUES(new.number, new.digits, new.words);
        END;
        CREATE TRIGGER texts_removed AFTER DELETE ON texts BEGIN
            INSERT INTO trigrams(trigrams, rowid, digits, words) VALUES('delete', old.number, old.digits, old.words);
        END;
        CREATE TRIGGER texts_changed AFTER UPDATE ON texts WHEN new.digits <> old.digits OR new.words <> old.words BEGIN
            INSERT INTO trigrams(trigrams, rowid, digits, words) VALUES('delete', old.number, old.digits, old.words);
            INSERT INTO trigrams(rowid, digits, words) VALUES(new.number, new.digits, new.words);
        END;
        CREATE TRIGGER reports_removed AFTER DELETE ON reports BEGIN
            DELETE FROM texts WHERE number = old.number;
            DELETE FROM areas WHERE report = old.number;
        END;
        CREATE TABLE drafts(
            id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, report INTEGER,
            document TEXT NOT NULL, created INTEGER NOT NULL, is_out INTEGER NOT NULL DEFAULT 0, problem TEXT) STRICT;
        """
}
