import Accounts
import AppGroup
import AppGroupPlatform
import PostgresClient
import Serving

extension PostgresCatalogStore: SharedLedger {
    var shared: (any SharedLedger)? { self }

    func moment() async throws -> Timestamp {
        let found = try await database.read { connection in
            try connection.run("SELECT \(PostgresSchema.now)").first { try $0.integer() }
        }
        guard let found else { throw ServiceError(.inputOutput, "The database does not say what time it is.") }
        return Timestamp(milliseconds: found)
    }

    func addUpload(_ file: StoredBlob, from user: User.ID, holding holder: BlobHolder) async throws {
        try await writeUnannounced { connection in
            try connection.endNeeds(of: holder, [file.hash])
            _ = try connection.run(
                """
                INSERT INTO upload ("user", digest, size, moment) VALUES ($1, $2, $3, \(PostgresSchema.now))
                ON CONFLICT ("user", digest) DO UPDATE SET moment = excluded.moment
                """, .integer(user.rawValue), .text("\(file.hash)"), .integer(Int64(clamping: file.size)))
        }
    }

    func uploads(of user: User.ID) async throws -> [StoredBlob] {
        try await database.read { connection in
            try connection.run("SELECT digest, size FROM upload WHERE \"user\" = $1", .integer(user.rawValue))
                .map { StoredBlob(hash: try $0.digest("digest"), size: UInt64(clamping: try $0.integer())) }
        }
    }

    func removeUpload(_ hash: BlobDigest, from user: User.ID) async throws {
        try await database.writeRepeatably { connection in
            _ = try connection.run(
                "DELETE FROM upload WHERE \"user\" = $1 AND digest = $2", .integer(user.rawValue), .text("\(hash)"))
        }
    }

    func forgetUploads(after age: Duration) async throws {
        try await database.writeRepeatably { connection in
            _ = try connection.run(
                "DELETE FROM upload WHERE moment < \(PostgresSchema.now) - $1", .integer(age.wholeMilliseconds))
        }
    }

    /// The row says when all attempts will be allowed again, so it is taken by one statement, and is of no use after that. If
    /// that is later than it can be, the clock of the database was ahead, and the row is of no use, either.
    func takeAttempt(_ key: String, at rate: AttemptRate) async throws -> Int? {
        let values: [SQLValue] = [.text(key), .integer(rate.milliseconds), .integer(rate.longest)]
        let now = PostgresSchema.now
        let refilled = """
            CASE WHEN known.refilled BETWEEN \(now) AND \(now) + $3::bigint THEN known.refilled ELSE \(now) END
            """
        return try await database.writeRepeatably { connection in
            let taken = try connection.run(
                """
                INSERT INTO attempt AS known (key, refilled) VALUES ($1, \(now) + $2::bigint)
                ON CONFLICT (key) DO UPDATE SET refilled = \(refilled) + $2::bigint
                WHERE \(refilled) + $2::bigint <= \(now) + $3::bigint
                """, values)
            guard taken.changedRows == 0 else { return nil }
            let wait = try connection.run(
                "SELECT refilled + $2::bigint - $3::bigint - \(now) FROM attempt WHERE key = $1", values
            ).first { try $0.integer() }
            // Up to a whole second, and at least one, although a moment has passed.
            return Int(max(1, ((wait ?? 0) + 999) / 1000))
        }
    }

    func giveBackAttempt(_ key: String, at rate: AttemptRate) async throws {
        try await database.writeRepeatably { connection in
            _ = try connection.run(
                "UPDATE attempt SET refilled = refilled - $2 WHERE key = $1", .text(key), .integer(rate.milliseconds))
        }
    }

    func forgetAttempts(at rates: [AttemptRate]) async throws {
        let longest = rates.map(\.longest).max() ?? 0
        let now = PostgresSchema.now
        try await database.writeRepeatably { connection in
            _ = try connection.run(
                "DELETE FROM attempt WHERE refilled NOT BETWEEN \(now) AND \(now) + $1::bigint", .integer(longest))
        }
    }
}

extension AttemptRate {
    /// Until one more time is allowed.
    fileprivate var milliseconds: Int64 { Int64((interval * 1000).rounded()) }

    /// After this many milliseconds without an attempt, all are allowed again.
    fileprivate var longest: Int64 { milliseconds * Int64(burst) }
}
