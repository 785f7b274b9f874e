import Accounts
import AppGroup
import AppGroupCrypto
import Foundation
import GRDB
import Serving

extension SQLiteCatalogStore {
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
            guard let group else { throw ServiceError(.configuration, "\(path) is not a catalog of catalog-server.") }
            let key = Data(SecureRandom.bytes(32))
            try database.execute(
                sql: "INSERT INTO property VALUES ('group', ?), ('signingKey', ?)", arguments: ["\(group)", key])
            (self.group, signingKey) = (group, Array(key))
        }
    }
}
