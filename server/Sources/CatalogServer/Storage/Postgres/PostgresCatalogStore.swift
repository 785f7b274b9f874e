import Accounts
import AppGroup
import Logging
import ServiceLifecycle
import PostgresClient
import Serving

/// The catalog in a PostgreSQL database, which servers and administration commands use at the same time.
final class PostgresCatalogStore: CatalogTables {
    let group: AppGroup.GroupID
    let signingKey: [UInt8]
    let database: PostgresDatabase
    /// The changes that this process knows. Generations are numbers of this process.
    let journal: PostgresJournal
    private let migrations: [PostgresMigration]

    var notifier: ChangeNotifier<Changes> { journal.notifier }

    /// How to reach the database.
    struct Place: Sendable {
        let address: PostgresAddress
        /// How many statements run at once.
        var connections = 8
        /// Whether a pooler in transaction mode is in between.
        var isPooled = false
    }

    /// Opens the catalog in a database, and creates or migrates its tables.
    ///
    /// - Parameters:
    ///   - group: The group of a new catalog, or the one that an existing catalog must have; `nil` accepts any.
    ///   - mayCreate: Whether a group makes a new catalog if there is none.
    ///   - migrations: The migrations that this release knows.
    /// - Throws: `outdated` if this release can't use the tables, `notFound` if there is no catalog and none may be made.
    static func open(
        _ place: Place, group: AppGroup.GroupID?, mayCreate: Bool = true,
        migrations: [PostgresMigration] = PostgresSchema.migrations
    ) async throws -> PostgresCatalogStore {
        let database = PostgresDatabase(
            place.address, connections: place.connections, isPooled: place.isPooled, program: "catalog-server")
        do {
            try await PostgresSchema.prepare(database, mayCreate: mayCreate && group != nil, migrations: migrations)
            let properties = try await Properties.find(in: database, group: group, mayCreate: mayCreate)
            let journal = PostgresJournal(database)
            try await journal.catchUp()
            return PostgresCatalogStore(database, properties, journal, migrations)
        } catch {
            try await database.close()
            throw error
        }
    }

    private init(
        _ database: PostgresDatabase, _ properties: Properties, _ journal: PostgresJournal,
        _ migrations: [PostgresMigration]
    ) {
        self.database = database
        self.migrations = migrations
        self.journal = journal
        group = properties.group
        signingKey = properties.signingKey
    }

    func write<Value: Sendable>(
        _ change: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let value = try await writeUnannounced(change)
        // The change is committed, so it is no failure if the database can't report other changes.
        do { try await journal.catchUp() } catch { journal.forget() }
        return value
    }

    func writeUnannounced<Value: Sendable>(
        _ change: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await database.write { connection in
            try connection.requireWritable()
            return try change(connection)
        }
    }

    func writeRepeatably(_ sql: String, _ values: [SQLValue]) async throws -> Int {
        try await database.writeRepeatably { try $0.execute(sql, values) }
    }

    func read<Value: Sendable>(
        _ sql: String, _ values: [SQLValue], _ row: @escaping @Sendable (inout PostgresRow) throws -> Value
    ) async throws -> [Value] {
        try await database.read { [journal] connection in
            let rows = try connection.rows(sql, values, row)
            try journal.catchUp(on: connection)
            return rows
        }
    }

    func touch(_ uses: [Session.ID: Timestamp]) async throws {
        // In one order, so that two servers that touch the same sessions don't wait for each other.
        let sorted = uses.sorted { $0.key.rawValue < $1.key.rawValue }
        try await write { tables in
            _ = try tables.execute(
                """
                UPDATE session SET lastUsed = greatest(lastUsed, used.moment)
                FROM unnest($1::text[], $2::bigint[]) AS used (id, moment) WHERE session.id = used.id COLLATE "C"
                """, .texts(sorted.map(\.key.rawValue)), .integers(sorted.map(\.value.milliseconds)))
        }
    }

    func forgetSessions(beyond lifetime: SessionLifetime, at now: Timestamp) async throws {
        try await write { try $0.forgetSessions(beyond: lifetime, at: now) }
        try await journal.prune()
    }

    func generation() async throws -> Generation {
        try await journal.catchUp()
        return notifier.current
    }

    /// Notices changes by other processes, while the server runs.
    func watch(_ logger: Logger) -> any Service { PostgresWatch(journal: journal, logger: logger) }

    func check() async throws {
        try await journal.catchUp()
        try await PostgresSchema.checkState(of: database, migrations)
    }

    func backUp(to path: String) async throws {
        throw ServiceError(
            .invalid,
            "The catalog is in \(database.address), which PostgreSQL's own programs copy: pg_dump --format=custom "
                + "--file=FILE URL, or pg_basebackup with archived logs.")
    }

    func close(emptyingLog _: Bool) async throws { try await database.close() }
}
