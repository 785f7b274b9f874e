import GRDB
import Serving

extension SQLiteCatalogStore {
    func need(_ blobs: Set<BlobDigest>, by holder: BlobHolder, for duration: Duration) async throws -> Bool {
        try await write { database in
            let isGoing = try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM blobHold JOIN json_each(?) AS wanted ON wanted.value = blobHold.blob
                    WHERE isGoing AND ends > \(Schema.now))
                    """, arguments: [Self.list(blobs)])
            guard isGoing == false else { return false }
            try Self.insert(blobs, holder, isGoing: false, duration, in: database)
            return true
        }
    }

    func extend(_ holder: BlobHolder, for duration: Duration) async throws {
        try await database.write { database in
            try database.execute(
                sql: "UPDATE blobHold SET ends = \(Schema.now) + ? WHERE holder = ?",
                arguments: [duration.milliseconds, "\(holder)"])
        }
    }

    func release(_ holder: BlobHolder) async throws {
        // This also removes what killed processes have left.
        try await database.write { database in
            try database.execute(
                sql: "DELETE FROM blobHold WHERE holder = ? OR ends < \(Schema.now) - 3600000",
                arguments: ["\(holder)"])
        }
    }

    func unneeded(among blobs: [BlobDigest]) async throws -> [BlobDigest] {
        try await read { try Self.unneeded(among: blobs, in: $0) }
    }

    func beginDeletion(
        of blobs: [BlobDigest], by holder: BlobHolder, for duration: Duration
    ) async throws -> [BlobDigest] {
        try await write { database in
            let going = try Self.unneeded(among: blobs, in: database)
            // What is left of needs that have ended: those who come back find that they no longer hold the blob.
            try database.execute(
                sql: "DELETE FROM blobHold WHERE blob IN (SELECT value FROM json_each(?))",
                arguments: [Self.list(going)])
            try Self.insert(going, holder, isGoing: true, duration, in: database)
            return going
        }
    }

    /// Ends the needs of a holder, because something else needs the blobs from now on.
    static func endNeeds(of holder: BlobHolder, _ blobs: Set<BlobDigest>, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM blobHold WHERE holder = ? AND NOT isGoing AND blob IN (SELECT value FROM json_each(?))",
            arguments: ["\(holder)", list(blobs)])
        guard database.changesCount == blobs.count else { throw LostHold() }
    }

    private static func unneeded(among blobs: [BlobDigest], in database: Database) throws -> [BlobDigest] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT value FROM json_each(?) AS found
                WHERE EXISTS (SELECT 1 FROM release) AND NOT EXISTS (SELECT 1 FROM property WHERE name = 'moving')
                    AND NOT EXISTS (SELECT 1 FROM release WHERE digest = found.value)
                    AND NOT EXISTS (SELECT 1 FROM release WHERE icon = found.value)
                    AND NOT EXISTS (SELECT 1 FROM blobHold WHERE blob = found.value AND ends > \(Schema.now))
                """)
        return try String.fetchAll(statement, arguments: [list(blobs)]).compactMap { BlobDigest($0) }
    }

    private static func insert(
        _ blobs: some Sequence<BlobDigest>, _ holder: BlobHolder, isGoing: Bool, _ duration: Duration,
        in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO blobHold (blob, holder, isGoing, ends)
                SELECT value, ?, ?, \(Schema.now) + ? FROM json_each(?) WHERE true
                ON CONFLICT DO UPDATE SET ends = excluded.ends
                """, arguments: ["\(holder)", isGoing, duration.milliseconds, list(blobs)])
    }

    /// Digests as an array in JSON.
    private static func list(_ blobs: some Sequence<BlobDigest>) -> String {
        "[" + blobs.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
}
