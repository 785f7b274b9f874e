/// The tables of a registry and their migrations. `docs/registry-format.md` is their public contract.
struct Schema: Sendable {
    /// One step from the version before it. A step that only adds leaves `oldestWriter` alone.
    struct Migration: Sendable {
        let version: Int64
        /// The oldest version of the code that may still write a registry of this version.
        let oldestWriter: Int64
        /// The release that introduced this version, and that can write it.
        let release: String
        let sql: String
    }

    /// Marks the file as a registry: “AGrp” in the header's application id.
    static let applicationID: Int64 = 0x4147_7270

    let migrations: [Migration]

    /// The version that this code writes.
    var version: Int64 { migrations.last?.version ?? 0 }

    static let current = Schema(migrations: [
        Migration(
            version: 1, oldestWriter: 1, release: "0.1.0",
            sql: """
                CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
                CREATE TABLE app (
                    id TEXT PRIMARY KEY COLLATE NOCASE NOT NULL,
                    name TEXT NOT NULL,
                    icon TEXT,
                    launch TEXT NOT NULL,
                    program TEXT NOT NULL,
                    arguments BLOB,
                    terminal INTEGER NOT NULL DEFAULT 0,
                    package TEXT,
                    version TEXT,
                    availableVersion TEXT,
                    badge INTEGER NOT NULL DEFAULT 0,
                    pinned INTEGER NOT NULL DEFAULT 0,
                    hidden INTEGER NOT NULL DEFAULT 0,
                    recordsUse INTEGER NOT NULL DEFAULT 1,
                    openCount INTEGER NOT NULL DEFAULT 0,
                    lastOpened INTEGER,
                    lastOpening INTEGER NOT NULL DEFAULT 0,
                    fast REAL NOT NULL DEFAULT 0,
                    slow REAL NOT NULL DEFAULT 0,
                    registered INTEGER NOT NULL,
                    missingSince INTEGER,
                    unregistered INTEGER
                ) WITHOUT ROWID;
                CREATE TABLE scheme (
                    app TEXT NOT NULL COLLATE NOCASE,
                    position INTEGER NOT NULL,
                    scheme TEXT NOT NULL,
                    yielded INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (app, position)
                ) WITHOUT ROWID;
                CREATE UNIQUE INDEX schemeOwner ON scheme (scheme) WHERE yielded = 0;
                CREATE TABLE field (
                    app TEXT NOT NULL COLLATE NOCASE,
                    key TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    value NOT NULL,
                    PRIMARY KEY (app, key)
                ) WITHOUT ROWID;
                CREATE TABLE setting (
                    key TEXT PRIMARY KEY NOT NULL,
                    kind TEXT NOT NULL,
                    value NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE opening (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    app TEXT NOT NULL COLLATE NOCASE,
                    moment INTEGER NOT NULL,
                    utcOffset INTEGER NOT NULL,
                    claimed INTEGER NOT NULL DEFAULT 0
                );
                CREATE TABLE offers (
                    app TEXT PRIMARY KEY COLLATE NOCASE NOT NULL,
                    name TEXT NOT NULL,
                    version TEXT,
                    source TEXT NOT NULL
                ) WITHOUT ROWID;
                """
        ),
        Migration(
            version: 2, oldestWriter: 1, release: "0.1.0", sql: "ALTER TABLE app ADD COLUMN packages TEXT"),
        // If an opening that the model has learned is deleted, even by older code, the model is forgotten. Old openings that
        // make room for new ones do not count.
        Migration(
            version: 3, oldestWriter: 1, release: "0.1.0",
            sql: """
                CREATE TABLE model (
                    format INTEGER PRIMARY KEY,
                    opening INTEGER NOT NULL,
                    state BLOB NOT NULL
                );
                CREATE TRIGGER openingForgotten AFTER DELETE ON opening
                    WHEN OLD.number <= (SELECT max(opening) FROM model)
                    AND OLD.number > ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'opening'), 0) - 20000
                BEGIN
                    DELETE FROM model;
                END;
                """),
        // If older code deletes an app, its actions are deleted, too.
        Migration(
            version: 4, oldestWriter: 1, release: "0.1.0",
            sql: """
                CREATE TABLE action (
                    app TEXT NOT NULL COLLATE NOCASE,
                    position INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    name TEXT NOT NULL,
                    icon TEXT,
                    url TEXT NOT NULL,
                    PRIMARY KEY (app, position)
                ) WITHOUT ROWID;
                CREATE TRIGGER appDeleted AFTER DELETE ON app
                BEGIN
                    DELETE FROM action WHERE app = OLD.id;
                END;
                """),
    ])

    /// What a database file says about itself.
    enum State: Equatable {
        /// A file without any table: made a moment ago, or by a process that was killed then.
        case empty
        /// A registry that this code may write, once it has run the migrations after this version.
        case usable(version: Int64)
        /// A registry that this code may only read, and the release that writes it.
        case tooNew(release: String)
    }

    func state(of connection: SQLiteConnection) throws -> State {
        let version = try connection.statement("PRAGMA user_version").first { $0.integer(0) } ?? 0
        if version == 0,
            try connection.statement("SELECT count(*) FROM sqlite_schema").first(row: { $0.integer(0) }) == 0
        {
            return .empty
        }
        guard try connection.statement("PRAGMA application_id").first(row: { $0.integer(0) }) == Self.applicationID
        else {
            throw SQLiteError(code: .notADatabase, message: "the file is a database of some other program")
        }
        guard version > self.version else { return .usable(version: version) }
        let meta = try connection.statement("SELECT value FROM meta WHERE key = ?")
        guard try meta.first("oldestWriter", row: { $0.integer(0) }) ?? .max > self.version else {
            return .usable(version: version)
        }
        return .tooNew(release: try meta.first("release") { $0.text(0) } ?? "a newer one")
    }

    /// Brings a registry to this version, all or nothing. To be called under the writer's lock.
    func migrate(_ connection: SQLiteConnection, from version: Int64) throws {
        try connection.execute("BEGIN IMMEDIATE")
        do {
            for migration in migrations where migration.version > version {
                try connection.execute(migration.sql)
                let meta = try connection.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
                try meta.run("oldestWriter", .integer(migration.oldestWriter))
                try meta.run("release", .text(migration.release))
            }
            if version == 0 { try connection.giveRegistryID() }
            try connection.execute(
                "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(self.version)")
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }
}
