import Accounts
import AppGroup
import AppGroupPlatform
import Foundation
import GRDB
import Logging
import ServiceLifecycle
import PostgresClient
import Serving

/// The catalog in one SQLite file, which the server and its administration commands open at the same time.
final class SQLiteCatalogStore: CatalogTables {
    let group: AppGroup.GroupID
    let signingKey: [UInt8]
    /// The newest generation that this process knows. Its own writes raise it at once; ``DatabaseWatch`` notices those of
    /// other processes.
    let notifier: ChangeNotifier<Changes>
    let database: LockedDatabase
    private let migrations: [Schema.Migration]

    /// The file's name in the server's data folder.
    static let fileName = "catalog.sqlite"

    /// Opens the catalog in a folder.
    ///
    /// - Parameters:
    ///   - group: The group of a new catalog, or the one that an existing catalog must have; `nil` accepts any.
    ///   - migrations: The migrations that this release knows.
    /// - Throws: `outdated` if this release can't use the tables.
    init(folder: String, group: AppGroup.GroupID?, migrations: [Schema.Migration] = Schema.migrations) throws {
        if try !Self.exists(in: folder), group == nil {
            throw try Self.missing(in: folder, "make one with catalog-server init --group GROUP --data DIR.")
        }
        let path = "\(folder)/\(Self.fileName)"
        var properties: Properties?
        self.migrations = migrations
        database = try LockedDatabase(
            folder: folder, name: Self.fileName, migrator: Schema.migrator(migrations), program: "catalog-server",
            checkNewer: { try Schema.check($0, migrations, path) }
        ) { properties = try Properties(of: $0, group: group, path) }
        guard let properties else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        self.group = properties.group
        signingKey = properties.signingKey
        notifier = ChangeNotifier<Changes>(properties.generation)
    }

    /// Makes a change in one transaction, under the lock.
    func write<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let (value, changes) = try await database.write { [notifier] database in
            try database.requireWritable()
            return (try change(database), try Self.changes(after: notifier.current, in: database))
        }
        notifier.advance(by: changes)
        return value
    }

    // Looking for changes by others takes no round trip here.
    func writeUnannounced<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await write(change)
    }

    func writeRepeatably(_ sql: String, _ values: [SQLValue]) async throws -> Int {
        try await database.write { try $0.execute(sql, values) }
    }

    /// Reads in one transaction. Before this returns, the process knows of every change that the reading saw, so that the
    /// result is never combined with older data.
    func read<Value: Sendable>(_ query: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let (value, changes) = try await database.read { [notifier] database in
            (try query(database), try Self.changes(after: notifier.current, in: database))
        }
        notifier.advance(by: changes)
        return value
    }

    func read<Value: Sendable>(
        _ sql: String, _ values: [SQLValue], _ row: @escaping @Sendable (inout SQLiteRow) throws -> Value
    ) async throws -> [Value] {
        try await read { try $0.rows(sql, values, row) }
    }

    func touch(_ uses: [Session.ID: Timestamp]) async throws {
        try await write { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE session SET lastUsed = max(lastUsed, ?) WHERE id = ?")
            for (session, moment) in uses {
                try statement.execute(arguments: [moment.milliseconds, session.rawValue])
            }
        }
    }

    /// All processes that use the file run on one machine.
    var shared: (any SharedLedger)? { nil }

    /// Notices changes by other processes, while the server runs.
    func watch(_ logger: Logger) -> any Service {
        DatabaseWatch(database, logger: logger) { [self] in _ = try await generation() }
    }

    func check() async throws {
        _ = try await generation()
        try await database.read { [migrations, path = database.path] in try Schema.check($0, migrations, path) }
    }

    func backUp(to path: String) async throws { try database.backUp(to: path) }

    func close(emptyingLog emptiesLog: Bool) async throws { try database.close(emptyingLog: emptiesLog) }
}
