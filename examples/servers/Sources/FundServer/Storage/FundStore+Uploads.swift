import Accounts
import AppGroup
import GRDB
import Serving

extension FundStore {
    /// How long bytes are kept that no object names, in days after they were last uploaded or asked for.
    static let unusedDays = 1

    /// Reserves room for bytes that begin to arrive, until ``UploadReservations/release(_:of:)``.
    ///
    /// - Returns: How much room is left beside them, in bytes.
    /// - Throws: `quotaExceeded`.
    func reserve(
        _ size: Int64, for hash: BlobDigest, of user: AccountID, limits: AccountLimits
    ) async throws -> Int64 {
        // As nobody else writes meanwhile, nothing is counted twice or not at all.
        try await write { [reservations] database in
            let usage = try Self.usage(of: user, in: database)
            let room = limits.bytes - usage.bytes - reservations.bytes(of: user, besides: hash)
            guard size <= room else { throw Self.full(usage, limits) }
            reservations.add(size, for: hash, of: user)
            return room - size
        }
    }

    /// Keeps bytes for another day. A device that asks whether they are there may name them next.
    ///
    /// - Returns: Whether the account has uploaded them.
    func keepUpload(_ hash: BlobDigest, of user: AccountID, at now: Timestamp) async throws -> Bool {
        let moment = try await read { database in
            try Int64.fetchOne(
                database, sql: "SELECT moment FROM upload WHERE user = ? AND sha256 = ?",
                arguments: [user.rawValue, hash.description])
        }
        guard let moment else { return false }
        guard moment <= now.milliseconds - 3_600_000 else { return true }
        return try await write { database in
            try database.execute(
                sql: "UPDATE upload SET moment = ? WHERE user = ? AND sha256 = ?",
                arguments: [now.milliseconds, user.rawValue, hash.description])
            // `forgetUploads` may have deleted the row after it was read.
            return database.changesCount > 0
        }
    }

    /// Notes that an account has uploaded bytes.
    ///
    /// - Returns: Whether it had not before.
    ///
    /// - Throws: `quotaExceeded`.
    func addUpload(
        _ blob: StoredBlob, of user: AccountID, limits: AccountLimits, at now: Timestamp
    ) async throws -> Bool {
        try await write { [reservations] database in
            try database.execute(
                sql: "UPDATE upload SET moment = ? WHERE user = ? AND sha256 = ?",
                arguments: [now.milliseconds, user.rawValue, blob.hash.description])
            guard database.changesCount == 0 else { return false }
            let usage = try Self.usage(of: user, in: database)
            let reserved = reservations.bytes(of: user, besides: blob.hash)
            guard usage.bytes + reserved + Int64(blob.size) <= limits.bytes else { throw Self.full(usage, limits) }
            try database.execute(
                sql: "INSERT INTO upload (user, sha256, size, moment) VALUES (?, ?, ?, ?)",
                arguments: [user.rawValue, blob.hash.description, Int64(blob.size), now.milliseconds])
            try database.execute(
                sql: "UPDATE user SET bytes = bytes + ? WHERE id = ?", arguments: [Int64(blob.size), user.rawValue])
            reservations.settle(blob.hash, of: user)
            return true
        }
    }

    static func full(_ usage: AccountUsage, _ limits: AccountLimits) -> ServiceError {
        ServiceError(
            .quotaExceeded,
            "The file is larger than what is left: this account takes \(usage.bytes) of \(limits.bytes) bytes. Delete files or notes."
        )
    }

    /// Forgets what nobody has uploaded or asked for since a moment and no object of the account names.
    func forgetUploads(before moment: Timestamp) async throws {
        try await write { database in
            let unused = try Row.fetchAll(
                database,
                sql: """
                    DELETE FROM upload WHERE moment < ? AND NOT EXISTS (
                        SELECT 1 FROM object WHERE object.user = upload.user AND object.file = upload.sha256)
                    RETURNING user, size
                    """, arguments: [moment.milliseconds])
            for row in unused {
                let (user, size): (Int64, Int64) = (row["user"], row["size"])
                try database.execute(sql: "UPDATE user SET bytes = bytes - ? WHERE id = ?", arguments: [size, user])
            }
        }
    }

    /// Keeps bytes that no object names, for a copy that has taken the place of the database: newer objects may name them.
    static func keepUnusedUploads(until moment: Timestamp, in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE upload SET moment = ? WHERE NOT EXISTS (
                    SELECT 1 FROM object WHERE object.user = upload.user AND object.file = upload.sha256)
                """, arguments: [moment.adding(days: -unusedDays).milliseconds])
    }

    /// Whether any account has uploaded bytes.
    func isUploaded(_ hash: BlobDigest) async throws -> Bool {
        try await read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM upload WHERE sha256 = ?)", arguments: [hash.description])
                ?? true
        }
    }
}
