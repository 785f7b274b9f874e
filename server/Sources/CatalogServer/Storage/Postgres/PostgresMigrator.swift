import AppGroupPlatform
import PostgresClient
import Serving

/// Migrates the tables while servers use them.
///
/// A statement that waits for a lock makes all later requests for the same table wait, too. So a migration waits for 200 ms, lets the
/// others pass, and tries again.
struct PostgresMigrator: Sendable {
    let database: PostgresDatabase
    let migrations: [PostgresMigration]

    /// How long a statement waits for a lock.
    private static let lockTimeout = "200ms"
    /// The pause before the next attempt, in milliseconds, in which requests pass.
    private static let pauses: ClosedRange<Int64> = 200...1_000
    /// How long all attempts take together.
    private static let patience = Duration.seconds(60)

    /// A number that no other program uses for an advisory lock: the first bytes of “catalog-server”.
    private static let lock: Int64 = 0x6361_7461_6c6f_672d

    /// Applies the missing migrations. One process does it, and others wait until it has ended.
    func run() async throws {
        while try await !runAlone() { try await Task.sleep(for: .milliseconds(100)) }
    }

    /// - Returns: Whether no other process was migrating.
    private func runAlone() async throws -> Bool {
        try await database.read { keeper in
            // No process waits for the lock in a statement: building an index would wait for that statement's snapshot in turn.
            try keeper.script("BEGIN")
            let isAlone = try keeper.run("SELECT pg_try_advisory_xact_lock($1)", .integer(Self.lock))
                .first { try $0.boolean() }
            // The portal of a statement with parameters, and its snapshot, stay until the next statement without.
            try keeper.script("SET LOCAL idle_in_transaction_session_timeout = 0")
            if isAlone == true {
                let connection = try database.connect()
                let done = try TablesState(on: connection).done
                for migration in migrations where !done.contains(migration.name) {
                    try make(migration, on: connection)
                }
            }
            try keeper.script("ROLLBACK")
            return isAlone == true
        }
    }

    private func make(_ migration: PostgresMigration, on connection: PostgresConnection) throws {
        switch migration.kind {
        case .statements(let sql):
            try patiently(connection) {
                try connection.script(sql)
                try note(migration, on: connection)
            }
        case .index(let name, let isUnique, let definition):
            // An attempt that was interrupted leaves an index that is not valid.
            try connection.script("DROP INDEX CONCURRENTLY IF EXISTS \(name)")
            try connection.script("CREATE \(isUnique ? "UNIQUE " : "")INDEX CONCURRENTLY \(name) ON \(definition)")
            try patiently(connection) { try note(migration, on: connection) }
        case .rows(let sql):
            while try patiently(connection, { try connection.run(sql).changedRows }) > 0 {}
            try patiently(connection) { try note(migration, on: connection) }
        }
    }

    private func note(_ migration: PostgresMigration, on connection: PostgresConnection) throws {
        try connection.script(TablesState.table)
        try connection.run("INSERT INTO migration (name) VALUES ($1)", .text(migration.name))
        try connection.run(
            """
            INSERT INTO oldest_release (id, migration, release) VALUES (1, $1, $2)
            ON CONFLICT (id) DO UPDATE SET migration = excluded.migration, release = excluded.release
            """, .text(migration.oldest.migration), .text(migration.oldest.name))
    }

    /// Runs `body` in a transaction, again and again while it does not get a lock.
    ///
    /// - Throws: `busy` if it never gets one.
    private func patiently<Value>(_ connection: PostgresConnection, _ body: () throws -> Value) throws -> Value {
        let end = ContinuousClock.now + Self.patience
        while true {
            do {
                try connection.script("BEGIN; SET LOCAL lock_timeout = '\(Self.lockTimeout)'")
                let value = try body()
                try connection.script("COMMIT")
                return value
            } catch let failure as PostgresFailure where failure.isLockNotAvailable {
                try connection.script("ROLLBACK")
                guard ContinuousClock.now < end else {
                    throw ServiceError(
                        .busy,
                        "\("\(database.address)".sentence) can't be migrated, because another transaction has locked a table for a "
                            + "minute; end it (SELECT * FROM pg_stat_activity), and start again.")
                }
                SystemClock.sleep(for: .milliseconds(Int64.random(in: Self.pauses)))
            }
        }
    }
}

/// The migrations that a database has, and the releases that can use it.
struct TablesState {
    let done: [String]
    let oldest: OldestRelease?

    init(on connection: PostgresConnection) throws {
        // Not by `to_regclass`, whose memory of a missing table outlasts the wait for a lock.
        let tables = try connection.run(
            """
            SELECT relname::text FROM pg_class WHERE relname IN ('migration', 'oldest_release') AND pg_table_is_visible(oid)
            """
        ).map { try $0.text() }
        done =
            tables.contains("migration") ? try connection.run("SELECT name FROM migration").map { try $0.text() } : []
        oldest =
            tables.contains("oldest_release")
            ? try connection.run("SELECT migration, release FROM oldest_release").first {
                OldestRelease(migration: try $0.text(), name: try $0.text())
            } : nil
    }

    /// The table of the one row that says which releases can use the others.
    static let table = """
        CREATE TABLE IF NOT EXISTS oldest_release (
            id integer PRIMARY KEY CHECK (id = 1),
            migration text COLLATE "C" NOT NULL,
            release text COLLATE "C" NOT NULL
        )
        """
}
