import AppGroupPlatform
import PostgresClient
import Serving

extension CatalogTables {
    func need(_ blobs: Set<BlobDigest>, by holder: BlobHolder, for duration: Duration) async throws -> Bool {
        try await writeUnannounced { tables in
            let dialect = Transaction.dialect
            let isGoing = try tables.first(
                """
                SELECT EXISTS (SELECT 1 FROM blobHold WHERE blob \(dialect.isAmong("$1")) AND isGoing
                    AND NOT \(dialect.hasPassed("ends")))
                """, .list(of: blobs)
            ) { try $0.boolean() }
            guard isGoing == false else { return false }
            try tables.insert(blobs, holder, isGoing: false, duration)
            return true
        }
    }

    func extend(_ holder: BlobHolder, for duration: Duration) async throws {
        _ = try await writeRepeatably(
            "UPDATE blobHold SET ends = \(Transaction.dialect.now) + $1 WHERE holder = $2",
            [.integer(duration.wholeMilliseconds), .text("\(holder)")])
    }

    func release(_ holder: BlobHolder) async throws {
        // This also removes what killed processes have left, even if the clock was wrong then.
        let now = Transaction.dialect.now
        _ = try await writeRepeatably(
            "DELETE FROM blobHold WHERE holder = $1 OR ends NOT BETWEEN \(now) - 3600000 AND \(now) + 3600000",
            [.text("\(holder)")])
    }

    func unneeded(among blobs: [BlobDigest]) async throws -> [BlobDigest] {
        try await read(Transaction.unneeded, .list(of: blobs)) { try $0.digest("blob") }
    }

    func newestPackages(_ count: Int) async throws -> [BlobDigest] {
        try await read("SELECT digest FROM release ORDER BY id DESC LIMIT $1", .integer(Int64(count))) {
            try $0.digest("digest")
        }
    }

    func beginDeletion(
        of blobs: [BlobDigest], by holder: BlobHolder, for duration: Duration
    ) async throws -> [BlobDigest] {
        try await writeUnannounced { tables in
            let going = try tables.rows(Transaction.unneeded, [.list(of: blobs)]) { try $0.digest("blob") }
            // These claims have expired. If a holder comes back, it finds that it no longer holds the blob.
            try tables.execute(
                "DELETE FROM blobHold WHERE blob \(Transaction.dialect.isAmong("$1"))", .list(of: going))
            try tables.insert(going, holder, isGoing: true, duration)
            return going
        }
    }
}

extension CatalogTransaction {
    /// Ends the claims of a holder, because something else needs the blobs from now on.
    func endNeeds(of holder: BlobHolder, _ blobs: Set<BlobDigest>) throws {
        let ended = try execute(
            "DELETE FROM blobHold WHERE holder = $1 AND NOT isGoing AND blob \(Self.dialect.isAmong("$2"))",
            .text("\(holder)"), .list(of: blobs))
        guard ended == blobs.count else { throw LostHold() }
    }

    /// The blobs of a list that nothing needs.
    fileprivate static var unneeded: String {
        """
        SELECT entry FROM \(dialect.listing("$1"))
        WHERE EXISTS (SELECT 1 FROM release) AND NOT EXISTS (SELECT 1 FROM property WHERE name = 'moving')
            AND NOT EXISTS (SELECT 1 FROM release WHERE digest = listed.entry)
            AND NOT EXISTS (SELECT 1 FROM release WHERE icon = listed.entry)
            AND NOT \(dialect.isUploaded)
            AND NOT EXISTS (SELECT 1 FROM blobHold WHERE blob = listed.entry AND NOT \(dialect.hasPassed("ends")))
        """
    }

    fileprivate func insert(
        _ blobs: some Sequence<BlobDigest>, _ holder: BlobHolder, isGoing: Bool, _ duration: Duration
    ) throws {
        // Without WHERE, SQLite would read ON CONFLICT as the condition of a join.
        try execute(
            """
            INSERT INTO blobHold (blob, holder, isGoing, ends)
            SELECT entry, $2, CAST($3 AS boolean), \(Self.dialect.now) + $4 FROM \(Self.dialect.listing("$1")) WHERE true
            ON CONFLICT (blob, holder) DO UPDATE SET ends = excluded.ends
            """, .list(of: blobs), .text("\(holder)"), .boolean(isGoing), .integer(duration.wholeMilliseconds))
    }
}

extension SQLValue {
    /// In order, so that two transactions that want the same rows don't wait for each other.
    fileprivate static func list(of blobs: some Sequence<BlobDigest>) -> SQLValue {
        .texts(blobs.map(\.description).sorted())
    }
}
