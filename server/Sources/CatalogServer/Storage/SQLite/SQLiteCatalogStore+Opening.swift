import AppGroup
import CCatalogSQLite
import Foundation
import GRDB

extension SQLiteCatalogStore {
    struct Opened {
        let pool: DatabasePool
        let group: AppGroup.GroupID
        let signingKey: [UInt8]
        let generation: Generation
    }

    /// Opens the file, makes or migrates its tables, and reads the properties that never change. The caller holds the lock.
    static func open(_ path: String, group: AppGroup.GroupID?) throws -> Opened {
        let pool = try DatabasePool(path: path, configuration: configuration)
        let migrator = Schema.migrator
        if try pool.read(migrator.hasBeenSuperseded) {
            throw ServiceError(
                .configuration, "\(path) was written by a newer catalog-server; install that version or a newer one.")
        }
        try migrator.migrate(pool)
        return try pool.writeWithoutTransaction { database in
            // GRDB's default, NORMAL, could lose the last changes in a power failure.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            let (own, key) = try properties(of: database, group: group, path)
            return Opened(pool: pool, group: own, signingKey: key, generation: try generation(in: database))
        }
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "catalog"
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            let code = catalog_sqlite3_disable_checkpoint_on_close(database.sqliteConnection)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
        return configuration
    }

    private static func properties(
        of database: Database, group: AppGroup.GroupID?, _ path: String
    ) throws -> (AppGroup.GroupID, [UInt8]) {
        if let own = try String.fetchOne(database, sql: "SELECT value FROM property WHERE name = 'group'"),
            let key = try Data.fetchOne(database, sql: "SELECT value FROM property WHERE name = 'signingKey'")
        {
            let own = try AppGroup.GroupID(own)
            if let group, group != own {
                throw ServiceError(.conflict, "The catalog \(path) belongs to the group \(own), not to \(group).")
            }
            return (own, Array(key))
        }
        guard let group else { throw ServiceError(.configuration, "\(path) is not a catalog of catalog-server.") }
        let key = Data(SecureRandom.bytes(32))
        try database.execute(
            sql: "INSERT INTO property VALUES ('group', ?), ('signingKey', ?)", arguments: ["\(group)", key])
        return (group, Array(key))
    }
}
