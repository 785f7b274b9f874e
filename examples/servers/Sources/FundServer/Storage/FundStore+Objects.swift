import Accounts
import Foundation
import GRDB
import Serving
import SessionTables

extension FundStore {
    /// Some changes of an account, and whether there are more.
    struct Page: Sendable {
        let history: String
        let objects: [SyncObject]
        /// The version to go on after.
        let last: Int64
        let isLast: Bool
    }

    /// A page ends once its contents have this many bytes.
    static let fullPage = 4 << 20

    /// The objects of an account with a version above a number, in the order of versions, as they are now.
    func objects(of user: AccountID, after: Int64, limit: Int) async throws -> Page {
        try await read { database in
            let account = try Row.fetchOne(
                database, sql: "SELECT counter, history FROM user WHERE id = ?", arguments: [user.rawValue])
            guard let account else { throw ServiceError.notFound }
            let rows = try Row.fetchCursor(
                database,
                sql:
                    "SELECT kind, id, version, content FROM object WHERE user = ? AND version > ? ORDER BY version LIMIT ?",
                arguments: [user.rawValue, after, limit + 1])
            var (objects, bytes): ([SyncObject], Int) = ([], 0)
            var isLast = true
            while let row = try rows.next() {
                guard objects.count < limit, bytes < Self.fullPage else {
                    isLast = false
                    break
                }
                let object = try Self.object(row)
                objects.append(object)
                bytes += object.content?.count ?? 0
            }
            return Page(
                history: try Self.history(account["history"], in: database), objects: objects,
                last: objects.last?.version ?? min(after, account["counter"]), isLast: isLast)
        }
    }

    /// One object of an account, even a deleted one; `nil` if there never was one.
    func object(_ kind: ObjectKind, _ id: ObjectID, of user: AccountID) async throws -> SyncObject? {
        try await read { try Self.object(kind, id, of: user, in: $0) }
    }

    static func object(
        _ kind: ObjectKind, _ id: ObjectID, of user: AccountID, in database: Database
    ) throws -> SyncObject? {
        let statement = try database.cachedStatement(
            sql: "SELECT kind, id, version, content FROM object WHERE user = ? AND kind = ? AND id = ?")
        return try Row.fetchOne(
            statement, arguments: [user.rawValue, kind.rawValue, id.description]
        ).map(Self.object)
    }

    /// - Parameter row: Kind, ID, version and content.
    private static func object(_ row: Row) throws -> SyncObject {
        let (kind, id): (String, String) = (row[0], row[1])
        guard let kind = ObjectKind(rawValue: kind), let id = ObjectID(id) else {
            throw ServiceError(
                ofDatabase: .inputOutput, "The database contains the invalid object “\(id)”; restore a backup.")
        }
        return SyncObject(kind: kind, id: id, version: row[2], content: row[3])
    }

    /// What an account takes.
    func usage(of user: AccountID) async throws -> AccountUsage {
        try await read { try Self.usage(of: user, in: $0) }
    }

    static func usage(of user: AccountID, in database: Database) throws -> AccountUsage {
        let row = try Row.fetchOne(
            database, sql: "SELECT objects, bytes FROM user WHERE id = ?", arguments: [user.rawValue])
        guard let row else { throw ServiceError.notFound }
        return AccountUsage(objects: row["objects"], bytes: row["bytes"])
    }

    /// Forgets the oldest deletions of accounts that have too many of them.
    ///
    /// - Parameter batch: How many are forgotten in one transaction: other writers wait for it.
    func forgetDeletions(beyond limit: Int, batch: Int = 10_000) async throws {
        let users = try await read { database in
            try Int64.fetchAll(database, sql: "SELECT id FROM user WHERE deletions > ?", arguments: [limit])
        }
        for id in users {
            let user = AccountID(rawValue: id)
            while try await write({ try Self.forgetDeletions(of: user, beyond: limit, atMost: batch, in: $0) }) {
                // Other processes look for the lock now and then, and must find it free.
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Forgets the oldest deletions of an account beyond a limit.
    ///
    /// - Returns: Whether there are still more than the limit.
    static func forgetDeletions(
        of user: AccountID, beyond limit: Int, atMost most: Int, in database: Database
    ) throws -> Bool {
        let count = try Int.fetchOne(
            database, sql: "SELECT deletions FROM user WHERE id = ?", arguments: [user.rawValue])
        guard let count, count > limit else { return false }
        try database.execute(
            sql: """
                DELETE FROM object WHERE number IN (
                    SELECT number FROM object WHERE user = ? AND content IS NULL ORDER BY version LIMIT ?)
                """, arguments: [user.rawValue, min(count - limit, most)])
        let forgotten = database.changesCount
        try database.execute(
            sql: "UPDATE user SET deletions = deletions - ? WHERE id = ?", arguments: [forgotten, user.rawValue])
        return forgotten > 0 && count - forgotten > limit
    }
}
