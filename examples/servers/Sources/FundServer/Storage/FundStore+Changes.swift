import Accounts
import Foundation
import GRDB
import Serving
import SessionTables

extension FundStore {
    /// A change whose content was checked and encoded.
    struct EncodedChange: Sendable {
        let change: SyncChange
        /// `nil` deletes the object.
        let content: Data?
        /// Why the content can't be kept; `nil` if it can.
        let refusal: SyncOutcome?
    }

    /// Makes changes one after another, all in one transaction: once it returns, they are durable.
    ///
    /// - Returns: What came of each, and the name of the account's history.
    func apply(
        _ changes: [EncodedChange], of user: AccountID, limits: AccountLimits
    ) async throws -> (outcomes: [SyncOutcome], history: String) {
        try await write { [reservations] database in
            let reserved = reservations.bytes(of: user)
            guard var batch = try Batch(of: user, limits: limits, reserved: reserved, in: database) else {
                throw ServiceError.notFound
            }
            var waiting = 0
            let outcomes = try changes.map { change in
                let outcome = try change.refusal ?? batch.apply(change)
                if case .conflict(let current) = outcome { waiting += current.content?.count ?? 0 }
                guard waiting <= mostInConflict else {
                    throw ServiceError(
                        .tooLarge, "The conflicts of this request take more than 16 MiB; send fewer changes at once.")
                }
                return outcome
            }
            try batch.finish()
            return (outcomes, try Self.history(batch.history, in: database))
        }
    }
}

/// How many bytes of current objects an answer has at most: each conflict carries one of up to a mebibyte.
private let mostInConflict = 16 << 20

/// Changes of one account in one transaction.
private struct Batch {
    private let database: Database
    private let user: AccountID
    private let limits: AccountLimits
    /// The room reserved for arriving files, in bytes.
    private let reserved: Int64
    /// The account's `user.history`.
    let history: String
    private var counter: Int64
    private var objects: Int
    private var deletions: Int
    private var bytes: Int64

    /// `nil` if there is no such account.
    init?(of user: AccountID, limits: AccountLimits, reserved: Int64, in database: Database) throws {
        let row = try Row.fetchOne(database, sql: "SELECT * FROM user WHERE id = ?", arguments: [user.rawValue])
        guard let row else { return nil }
        self.database = database
        self.user = user
        self.limits = limits
        self.reserved = reserved
        history = row["history"]
        (counter, objects) = (row["counter"], row["objects"])
        (deletions, bytes) = (row["deletions"], row["bytes"])
    }

    /// Makes one change, unless the rule or a limit is against it.
    mutating func apply(_ encoded: FundStore.EncodedChange) throws -> SyncOutcome {
        let (change, content) = (encoded.change, encoded.content)
        let current = try FundStore.object(change.kind, change.id, of: user, in: database)
        switch ChangeRule(current: current, content: content, base: change.base) {
        case .nothing: return .stored(version: 0)
        case .same: return .stored(version: current?.version ?? 0)
        case .conflict:
            // The rule sees a conflict only with an object that is there.
            return current.map { .conflict(with: $0) } ?? .stored(version: 0)
        case .store:
            if let refusal = refusal(of: content, instead: current) { return refusal }
            try store(change, content, instead: current)
            return .stored(version: counter)
        }
    }

    /// Deletions and smaller contents are always welcome: they make room.
    private func refusal(of content: Data?, instead current: SyncObject?) -> SyncOutcome? {
        guard let content else { return nil }
        if current?.content == nil, objects >= limits.objects {
            return Self.full("This account has \(objects) objects, the most that are allowed; delete some.")
        }
        let growth = Int64(content.count - (current?.content?.count ?? 0))
        if growth > 0, bytes + reserved + growth > limits.bytes {
            return Self.full("This account takes \(bytes + reserved) of \(limits.bytes) bytes; delete notes or files.")
        }
        return nil
    }

    private static func full(_ sentence: String) -> SyncOutcome {
        .refused(code: ServiceError.Code.quotaExceeded.name, message: sentence)
    }

    private mutating func store(_ change: SyncChange, _ content: Data?, instead current: SyncObject?) throws {
        counter += 1
        try database.cachedStatement(
            sql: """
                INSERT INTO object (user, kind, id, version, file, content) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (user, kind, id) DO UPDATE
                SET version = excluded.version, file = excluded.file, content = excluded.content
                """
        ).execute(
            arguments: [
                user.rawValue, change.kind.rawValue, change.id.description, counter,
                change.content?.file?.description, content,
            ])
        let wasThere = current?.content != nil
        objects += (content == nil ? 0 : 1) - (wasThere ? 1 : 0)
        deletions += (content == nil ? 1 : 0) - (current != nil && !wasThere ? 1 : 0)
        bytes += Int64((content?.count ?? 0) - (current?.content?.count ?? 0))
    }

    /// Writes the sums, and forgets the oldest deletions beyond the limit. The keeper would come too late for a client that creates
    /// and deletes objects all the time. A request brings no more deletions than are forgotten here.
    func finish() throws {
        try database.execute(
            sql: "UPDATE user SET counter = ?, objects = ?, deletions = ?, bytes = ? WHERE id = ?",
            arguments: [counter, objects, deletions, bytes, user.rawValue])
        guard deletions > limits.deletions else { return }
        _ = try FundStore.forgetDeletions(
            of: user, beyond: limits.deletions, atMost: SyncChange.mostOfRequest, in: database)
    }
}
