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
        /// SQL that is true if the step was taken; `nil` for one that leaves no trace.
        var trace: String?
        /// Makes temporary tables and views in the place of what the step adds, for a connection that reads an older registry.
        var standIn = ""
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
                """,
            trace: "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'meta')"
        ),
        Migration(
            version: 2, oldestWriter: 1, release: "0.1.0", sql: "ALTER TABLE app ADD COLUMN packages TEXT",
            trace: "EXISTS (SELECT 1 FROM pragma_table_info('app', 'main') WHERE name = 'packages')",
            standIn: "CREATE TEMP VIEW app AS SELECT *, NULL AS packages, NULL AS badgeRose FROM main.app"),
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
                """,
            trace: "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'model')",
            standIn: "CREATE TEMP TABLE model (format, opening, state)"),
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
                """,
            trace: "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'action')",
            standIn: "CREATE TEMP TABLE action (app, position, id, name, icon, url)"),
        // If older code deletes an app or drops old openings, their rises are deleted, too. Registries before version 2 have a
        // view already.
        Migration(
            version: 5, oldestWriter: 1, release: "0.1.0",
            sql: """
                ALTER TABLE app ADD COLUMN badgeRose INTEGER;
                CREATE TABLE rise (
                    opening INTEGER NOT NULL,
                    app TEXT NOT NULL COLLATE NOCASE,
                    moment INTEGER NOT NULL,
                    utcOffset INTEGER NOT NULL,
                    cleared INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (opening, app)
                ) WITHOUT ROWID;
                CREATE TRIGGER risesForgotten AFTER DELETE ON app
                BEGIN
                    DELETE FROM rise WHERE app = OLD.id;
                END;
                CREATE TRIGGER risesDropped AFTER DELETE ON opening
                    WHEN OLD.number <= ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'opening'), 0) - 20000
                BEGIN
                    DELETE FROM rise WHERE opening <= OLD.number;
                END;
                """,
            trace: "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'rise')",
            standIn: """
                CREATE TEMP VIEW IF NOT EXISTS app AS SELECT *, NULL AS badgeRose FROM main.app;
                CREATE TEMP TABLE rise (opening, app, moment, utcOffset, cleared);
                """),
    ])
}
