import Serving

extension PostgresCatalogStore {
    func need(_ blobs: Set<BlobDigest>, by holder: BlobHolder, for duration: Duration) async throws -> Bool {
        try await database.write { connection in
            try Self.requireWritable(connection)
            let isGoing = try connection.run(
                """
                SELECT EXISTS (SELECT 1 FROM blobHold WHERE blob = ANY ($1::text[]) AND isGoing
                    AND ends > \(PostgresSchema.now))
                """, Self.list(blobs)
            ).first { try $0.boolean() }
            guard isGoing == false else { return false }
            try Self.insert(blobs, holder, isGoing: false, duration, on: connection)
            return true
        }
    }

    func extend(_ holder: BlobHolder, for duration: Duration) async throws {
        try await database.read { connection in
            _ = try connection.run(
                "UPDATE blobHold SET ends = \(PostgresSchema.now) + $1 WHERE holder = $2",
                .integer(duration.milliseconds), .text("\(holder)"))
        }
    }

    func release(_ holder: BlobHolder) async throws {
        // This also removes what killed processes have left.
        try await database.read { connection in
            _ = try connection.run(
                "DELETE FROM blobHold WHERE holder = $1 OR ends < \(PostgresSchema.now) - 3600000",
                .text("\(holder)"))
        }
    }

    func unneeded(among blobs: [BlobDigest]) async throws -> [BlobDigest] {
        try await database.read { try Self.unneeded(among: blobs, on: $0) }
    }

    func beginDeletion(
        of blobs: [BlobDigest], by holder: BlobHolder, for duration: Duration
    ) async throws -> [BlobDigest] {
        try await database.write { connection in
            try Self.requireWritable(connection)
            let going = try Self.unneeded(among: blobs, on: connection)
            // What is left of needs that have ended: those who come back find that they no longer hold the blob.
            try connection.run("DELETE FROM blobHold WHERE blob = ANY ($1::text[])", Self.list(going))
            try Self.insert(going, holder, isGoing: true, duration, on: connection)
            return going
        }
    }

    /// Ends the needs of a holder, because something else needs the blobs from now on.
    static func endNeeds(of holder: BlobHolder, _ blobs: Set<BlobDigest>, on connection: PostgresConnection) throws {
        let ended = try connection.run(
            "DELETE FROM blobHold WHERE holder = $1 AND NOT isGoing AND blob = ANY ($2::text[])", .text("\(holder)"),
            list(blobs))
        guard ended.changedRows == blobs.count else { throw LostHold() }
    }

    private static func unneeded(
        among blobs: [BlobDigest], on connection: PostgresConnection
    ) throws -> [BlobDigest] {
        try connection.run(
            """
            SELECT blob FROM (SELECT one COLLATE "C" AS blob FROM unnest($1::text[]) AS every (one)) AS found
            WHERE EXISTS (SELECT 1 FROM release) AND NOT EXISTS (SELECT 1 FROM property WHERE name = 'moving')
                AND NOT EXISTS (SELECT 1 FROM release WHERE digest = found.blob)
                AND NOT EXISTS (SELECT 1 FROM release WHERE icon = found.blob)
                AND NOT EXISTS (SELECT 1 FROM upload WHERE digest = found.blob)
                AND NOT EXISTS (SELECT 1 FROM blobHold WHERE blobHold.blob = found.blob AND ends > \(PostgresSchema.now))
            """, list(blobs)
        ).map { try $0.digest("blob") }
    }

    private static func insert(
        _ blobs: some Sequence<BlobDigest>, _ holder: BlobHolder, isGoing: Bool, _ duration: Duration,
        on connection: PostgresConnection
    ) throws {
        try connection.run(
            """
            INSERT INTO blobHold (blob, holder, isGoing, ends)
            SELECT blob, $2, $3::boolean, \(PostgresSchema.now) + $4 FROM unnest($1::text[]) AS every (blob)
            ON CONFLICT (blob, holder) DO UPDATE SET ends = excluded.ends
            """, list(blobs), .text("\(holder)"), .boolean(isGoing), .integer(duration.milliseconds))
    }

    /// In order, so that two transactions that want the same rows don't wait for each other.
    private static func list(_ blobs: some Sequence<BlobDigest>) -> PostgresValue {
        .texts(blobs.map(\.description).sorted())
    }
}
