import Accounts
import AppGroup
import AppGroupCrypto
import Foundation
import GRDB
import Serving

extension SQLiteCatalogStore {
    /// Whether a folder has a catalog, or an unfinished copy of one. Nothing is changed.
    ///
    /// A file alone does not count: one that is empty, or has no tables, is left by a copy that ended too early, or that lacks the
    /// write-ahead log.
    ///
    /// - Throws: `configuration` if the file is the database of another program, `permission` if this user can't read it.
    static func exists(in folder: String) throws -> Bool {
        let path = "\(folder)/\(fileName)"
        if try LockedDatabase.inspect(path, { try isCatalog($0, path) }) == true { return true }
        // Another process may be making the catalog: it holds the lock until the properties are there.
        guard try StorageFolder.has(path) else { return false }
        return try LockedDatabase.inspectAfterWriters(path) { try isCatalog($0, path) } == true
    }

    private static func isCatalog(_ database: Database, _ path: String) throws -> Bool {
        if try database.tableExists("grdb_migrations"), try database.tableExists("property") {
            let sql = "SELECT EXISTS (SELECT 1 FROM property WHERE name IN ('group', ?))"
            return try Bool.fetchOne(database, sql: sql, arguments: [Moving.unfinished]) == true
        }
        // The migrator makes its own table before all others.
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name <> 'grdb_migrations')"
        if try Bool.fetchOne(database, sql: sql) == true { throw notCatalog(path) }
        return false
    }

    /// The error for a folder without a catalog.
    ///
    /// - Parameter advice: The next step if there is no file either.
    static func missing(in folder: String, _ advice: String) throws(ServiceError) -> ServiceError {
        let path = "\(folder)/\(fileName)"
        return try StorageFolder.has(path)
            ? notCatalog(path) : ServiceError(.notFound, "There is no catalog in \(folder); \(advice)")
    }

    private static func notCatalog(_ path: String) -> ServiceError {
        ServiceError(
            .configuration,
            "\(path) is not a catalog of catalog-server; name another folder, or restore a backup of the catalog.")
    }

    /// The properties that never change, and the generation in which they were read.
    struct Properties {
        let group: AppGroup.GroupID
        let signingKey: [UInt8]
        let generation: Generation

        /// Reads the properties, or creates those of a new catalog.
        ///
        /// - Parameters:
        ///   - group: The group of a new catalog, or the one that an existing catalog must have; `nil` accepts any.
        ///   - path: The file, for errors.
        init(of database: Database, group: AppGroup.GroupID?, _ path: String) throws {
            generation = try SQLiteCatalogStore.generation(in: database)
            let copying = "SELECT value FROM property WHERE name = ?"
            if let value = try Data.fetchOne(database, sql: copying, arguments: [Moving.unfinished]) {
                throw Moving.unfinished(Array(value), in: path)
            }
            if let own = try String.fetchOne(database, sql: "SELECT value FROM property WHERE name = 'group'"),
                let key = try Data.fetchOne(database, sql: "SELECT value FROM property WHERE name = 'signingKey'")
            {
                let own = try AppGroup.GroupID(own)
                if let group, group != own {
                    throw ServiceError(.conflict, "The catalog \(path) belongs to the group \(own), not to \(group).")
                }
                (self.group, signingKey) = (own, Array(key))
                return
            }
            guard let group else { throw SQLiteCatalogStore.notCatalog(path) }
            let key = Data(SecureRandom.bytes(32))
            try database.execute(
                sql: "INSERT INTO property VALUES ('group', ?), ('signingKey', ?)", arguments: ["\(group)", key])
            (self.group, signingKey) = (group, Array(key))
        }
    }
}
