import GRDB

/// The tables, and the migrations from older ones.
///
/// Triggers raise `generation` and record the subject of each change in `change`, so that no program can change the users' rights
/// without doing so.
enum Schema {
    /// One change of the tables.
    struct Migration: Sendable {
        let name: String
        /// The oldest release that can use the tables afterwards.
        let oldest: OldestRelease
        let sql: String
    }

    /// All of them, in their order.
    static let migrations = [
        Migration(name: "1", oldest: OldestRelease(migration: "1", name: "0.1.0"), sql: first + triggers),
        Migration(name: "2", oldest: OldestRelease(migration: "2", name: "0.1.0"), sql: journal),
        // A release that writes none of these rows must not publish beside one that deletes blobs by them.
        Migration(name: "3", oldest: OldestRelease(migration: "3", name: "0.2.0"), sql: sharing),
    ]

    static func migrator(_ migrations: [Migration]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { database in
                try database.execute(sql: migration.sql)
                try database.execute(sql: oldestRelease)
                try database.execute(
                    sql: "INSERT OR REPLACE INTO oldestRelease VALUES (1, ?, ?)",
                    arguments: [migration.oldest.migration, migration.oldest.name])
            }
        }
        return migrator
    }

    /// Throws `outdated` if this release can't use the tables, because a newer one has changed them.
    static func check(_ database: Database, _ migrations: [Migration], _ path: String) throws {
        let done = try migrator(migrations).appliedIdentifiers(database)
        var oldest: OldestRelease?
        if try database.tableExists("oldestRelease") {
            oldest = try Row.fetchOne(database, sql: "SELECT migration, release FROM oldestRelease")
                .map { OldestRelease(migration: $0["migration"], name: $0["release"]) }
        }
        try OldestRelease.check(Array(done), known: migrations.map(\.name), oldest: oldest, in: "The catalog \(path)")
    }

    private static let oldestRelease = """
        CREATE TABLE IF NOT EXISTS oldestRelease (
            only INTEGER PRIMARY KEY CHECK (only = 1), migration TEXT NOT NULL, release TEXT NOT NULL
        ) STRICT
        """

    private static let first: String = """
        CREATE TABLE property (name TEXT PRIMARY KEY NOT NULL, value ANY NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE generation (only INTEGER PRIMARY KEY CHECK (only = 1), value INTEGER NOT NULL) STRICT;
        INSERT INTO generation VALUES (1, 1);

        CREATE TABLE user (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            role TEXT NOT NULL,
            password TEXT NOT NULL,
            isDisabled INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE team (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE membership (
            user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
            team INTEGER NOT NULL REFERENCES team ON DELETE CASCADE,
            PRIMARY KEY (user, team)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX membershipByTeam ON membership (team);

        CREATE TABLE permission (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            user INTEGER REFERENCES user ON DELETE CASCADE,
            team INTEGER REFERENCES team ON DELETE CASCADE,
            package TEXT COLLATE NOCASE,
            channel TEXT NOT NULL,
            created INTEGER NOT NULL,
            CHECK (user IS NULL OR team IS NULL)
        ) STRICT;
        CREATE UNIQUE INDEX permissionBySubject
            ON permission (ifnull(user, 0), ifnull(team, 0), ifnull(package, '') COLLATE NOCASE);
        CREATE INDEX permissionByUser ON permission (user) WHERE user IS NOT NULL;
        CREATE INDEX permissionByTeam ON permission (team) WHERE team IS NOT NULL;
        CREATE INDEX permissionOfEveryone ON permission (id) WHERE user IS NULL AND team IS NULL;

        CREATE TABLE release (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            package TEXT NOT NULL COLLATE NOCASE,
            name TEXT NOT NULL,
            version TEXT,
            build TEXT,
            operatingSystem TEXT NOT NULL,
            architectures TEXT NOT NULL,
            minimumSystem TEXT,
            schemes TEXT NOT NULL,
            icon TEXT NOT NULL,
            iconFormat TEXT NOT NULL,
            digest TEXT NOT NULL,
            size INTEGER NOT NULL,
            unpackedSize INTEGER NOT NULL,
            channel TEXT NOT NULL,
            rollout INTEGER NOT NULL,
            notes TEXT NOT NULL,
            withdrawn TEXT,
            published INTEGER NOT NULL,
            publisher TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX releaseByVersion
            ON release (package, ifnull(version, ''), ifnull(build, ''), operatingSystem, architectures);
        CREATE UNIQUE INDEX releaseByDigest ON release (digest, package);
        CREATE INDEX releaseByIcon ON release (icon);

        CREATE TABLE session (
            id TEXT PRIMARY KEY NOT NULL,
            token BLOB NOT NULL UNIQUE,
            user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
            client TEXT NOT NULL,
            created INTEGER NOT NULL,
            lastUsed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sessionByUser ON session (user);
        CREATE INDEX sessionByUse ON session (lastUsed);

        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            moment INTEGER NOT NULL,
            actor TEXT NOT NULL,
            address TEXT,
            action TEXT NOT NULL,
            subject TEXT NOT NULL
        ) STRICT;

        """

    /// The number of changes that are kept. A reader that is further behind learns that anything may have changed.
    static let journalLength: Int64 = 16_384

    /// The subject of a change, by the event that causes it: its kind, user, team, package and session.
    private static let subjects: [(event: String, rows: [String])] = [
        ("UPDATE OF name, role, isDisabled ON user", ["'account', OLD.id, NULL, NULL, NULL"]),
        ("DELETE ON user", ["'account', OLD.id, NULL, NULL, NULL"]),
        ("INSERT ON membership", ["'membership', NEW.user, NULL, NULL, NULL"]),
        ("DELETE ON membership", ["'membership', OLD.user, NULL, NULL, NULL"]),
        ("INSERT ON permission", ["'grant', NEW.user, NEW.team, NEW.package, NULL"]),
        (
            "UPDATE ON permission",
            ["'grant', OLD.user, OLD.team, OLD.package, NULL", "'grant', NEW.user, NEW.team, NEW.package, NULL"]
        ),
        ("DELETE ON permission", ["'grant', OLD.user, OLD.team, OLD.package, NULL"]),
        ("INSERT ON release", ["'releases', NULL, NULL, NEW.package, NULL"]),
        (
            "UPDATE ON release",
            ["'releases', NULL, NULL, OLD.package, NULL", "'releases', NULL, NULL, NEW.package, NULL"]
        ),
        ("DELETE ON release", ["'releases', NULL, NULL, OLD.package, NULL"]),
        ("DELETE ON session", ["'session', OLD.user, NULL, NULL, OLD.id"]),
    ]

    /// The clock of the database, in milliseconds since 1970.
    static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

    /// The tables that processes of one catalog share.
    private static let sharing = """
        CREATE TABLE blobHold (
            blob TEXT NOT NULL,
            holder TEXT NOT NULL,
            isGoing INTEGER NOT NULL,
            ends INTEGER NOT NULL,
            PRIMARY KEY (blob, holder)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX blobHoldByHolder ON blobHold (holder);

        CREATE TABLE chore (
            name TEXT PRIMARY KEY NOT NULL,
            holder TEXT NOT NULL,
            ends INTEGER NOT NULL,
            due INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Each generation has its row, so that a missing row shows.
    private static let journal: String =
        """
        CREATE TABLE change (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            user INTEGER,
            team INTEGER,
            package TEXT,
            session TEXT
        ) STRICT;

        """
        + subjects.map { event, rows in
            let notes = rows.map { row in
                """
                UPDATE generation SET value = value + 1;
                INSERT INTO change SELECT value, \(row) FROM generation;
                """
            }
            return """
                DROP TRIGGER generationAfter\(name(of: event));
                CREATE TRIGGER changeAfter\(name(of: event)) AFTER \(event) BEGIN
                    \(notes.joined(separator: "\n"))
                    DELETE FROM change WHERE number <= (SELECT value FROM generation) - \(journalLength);
                END;
                """
        }.joined(separator: "\n")

    private static func name(of event: String) -> String {
        event.split(separator: " ").filter { $0 != "ON" && $0 != "OF" }.joined().filter { $0 != "," }
    }

    private static let triggers: String = [
        "UPDATE OF name, role, isDisabled ON user", "DELETE ON user",
        "INSERT ON membership", "DELETE ON membership",
        "INSERT ON permission", "UPDATE ON permission", "DELETE ON permission",
        "INSERT ON release", "UPDATE ON release", "DELETE ON release",
        "DELETE ON session",
    ].map { event in
        "CREATE TRIGGER generationAfter\(name(of: event)) AFTER \(event) "
            + "BEGIN UPDATE generation SET value = value + 1; END;"
    }.joined(separator: "\n")
}
