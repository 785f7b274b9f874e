import AppGroup
import AppGroupCrypto
import PostgresClient
import Serving

extension PostgresCatalogStore {
    /// The properties that never change.
    struct Properties: Sendable {
        let group: AppGroup.GroupID
        let signingKey: [UInt8]

        /// Reads the properties, or creates those of a new catalog. If two processes do so at once, both get those of the first.
        static func find(
            in database: PostgresDatabase, group: AppGroup.GroupID?, mayCreate: Bool
        ) async throws -> Properties {
            let key = SecureRandom.bytes(32)
            // Not into an unfinished copy, whose properties come from elsewhere.
            if let group, mayCreate {
                try await database.writeRepeatably { connection in
                    _ = try connection.run(
                        """
                        INSERT INTO property (name, value)
                        SELECT name, value FROM (VALUES ('group', $1::bytea), ('signingKey', $2::bytea)) AS new (name, value)
                        WHERE NOT EXISTS (SELECT 1 FROM property WHERE name IN ('group', $3)) ON CONFLICT DO NOTHING
                        """, .bytes(Array("\(group)".utf8)), .bytes(key), .text(Moving.unfinished))
                }
            }
            let values = try await database.read { connection in
                try connection.run("SELECT name, value FROM property").map { (try $0.text(), try $0.bytes()) }
            }
            let properties = Dictionary(values) { $1 }
            if let copying = properties[Moving.unfinished] {
                throw Moving.unfinished(copying, in: "\(database.address)")
            }
            guard let own = properties["group"], let signingKey = properties["signingKey"] else {
                throw missing(database)
            }
            let owner = try AppGroup.GroupID(String(decoding: own, as: UTF8.self))
            if let group, group != owner {
                throw ServiceError(
                    .conflict, "The catalog in \(database.address) belongs to the group \(owner), not to \(group).")
            }
            return Properties(group: owner, signingKey: signingKey)
        }

        /// There is no catalog.
        static func missing(_ database: PostgresDatabase) -> ServiceError {
            ServiceError(
                .notFound,
                "There is no catalog in \(database.address); make one with catalog-server init --group GROUP --database URL."
            )
        }
    }
}
