import GRDB
import SessionTables

/// The tables.
///
/// `user.counter` is the version of the last change of any object of the account; each change takes the next one, so the changes of
/// an account have one order. `user.objects`, `user.deletions` and `user.bytes` sum up the rows of `object` and `upload`, and are
/// changed with them. An object without content was deleted. `user.history` tells an account from an older one of its name; it is
/// empty if the account was made before there were such names.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: users + SessionSchema.tables + objects)
            try HistoryTable.make(in: database)
        }
        migrator.registerMigration("2") { try UnnamedFiles.make(in: $0, for: "upload", "sha256") }
        migrator.registerMigration("3") { try HistoryTable.addMark(in: $0) }
        migrator.registerMigration("4") {
            try $0.execute(sql: "ALTER TABLE user ADD COLUMN history TEXT NOT NULL DEFAULT ''")
        }
        return migrator
    }

    private static let users: String = """
        CREATE TABLE user (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            password TEXT NOT NULL,
            isDisabled INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL,
            counter INTEGER NOT NULL DEFAULT 0,
            objects INTEGER NOT NULL DEFAULT 0,
            deletions INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        """

    private static let objects: String = """
        CREATE TABLE object (
            number INTEGER PRIMARY KEY,
            user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            version INTEGER NOT NULL,
            file TEXT,
            content BLOB,
            UNIQUE (user, kind, id),
            UNIQUE (user, version)
        ) STRICT;
        CREATE INDEX objectByFile ON object (user, file) WHERE file IS NOT NULL;
        CREATE INDEX objectDeleted ON object (user, version) WHERE content IS NULL;

        CREATE TABLE upload (
            user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
            sha256 TEXT NOT NULL,
            size INTEGER NOT NULL,
            moment INTEGER NOT NULL,
            PRIMARY KEY (user, sha256)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX uploadByHash ON upload (sha256);

        """
}
