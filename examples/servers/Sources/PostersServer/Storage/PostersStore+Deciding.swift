import Accounts
import AppGroup
import GRDB
import Serving

/// A supervisor's decision about a report.
struct StatusDecision: Sendable {
    let number: Int64
    let status: ReportStatus
    /// `nil` leaves the reason of a report that has the status already, unless it is removed.
    let reason: String?
    /// Whether the report loses the reason that it has.
    var removesReason = false
    /// Whether everybody may see the photos; `nil` leaves it.
    let publishPhotos: Bool?
    /// The version of the report that the supervisor has seen; `nil` accepts any.
    var version: Int64?
}

extension PostersStore {
    /// Gives a report a status. The same decision again, with the same version, changes nothing.
    ///
    /// - Throws: `forbidden`, `notFound`, `invalid` if a rejection has no reason, or `conflict` if the report can't get that
    ///   status, or has another version than the supervisor has seen.
    func decide(
        _ decision: StatusDecision, _ supervisor: AccountIdentity<User>, by who: Attribution
    ) async throws -> Report {
        let number = decision.number
        return try await write { database in
            try Self.confirmSupervisor(supervisor.session.id, in: database)
            let report = try Self.required(number, in: database)
            guard report.status.mayBecome(decision.status) else {
                throw ServiceError(
                    .conflict,
                    "Report \(number) is \(report.status.rawValue); it can't become \(decision.status.rawValue).")
            }
            let keepsReason = decision.status == report.status && !decision.removesReason
            let reason = decision.reason ?? (keepsReason ? report.reason : nil)
            guard decision.status != .rejected || reason != nil else {
                throw ServiceError(.invalid, "A rejection needs a reason, which the reporter gets to read.")
            }
            let publishes = decision.publishPhotos ?? report.photosArePublic
            let isNews = report.status != decision.status || report.reason != reason
            let isRepeated = !isNews && publishes == report.photosArePublic
            // The reporter may have changed it since: nobody has looked at that yet. If the answer to a decision was lost, only the
            // decision itself has changed the report.
            guard
                decision.version == nil || decision.version == report.version
                    || isRepeated && report.wasDecidedLast(by: supervisor.user)
            else {
                throw ServiceError(
                    .conflict,
                    "Report \(number) has changed since you looked at it. Nothing was decided; look at it again, then decide."
                )
            }
            guard !isRepeated else { return report }
            if isNews {
                try database.execute(
                    sql: "INSERT INTO decision (report, status, reason, moment) VALUES (?, ?, ?, ?)",
                    arguments: [number, decision.status.rawValue, reason, who.moment.milliseconds])
            }
            try database.execute(
                sql: "UPDATE report SET status = ?, reason = ?, photosArePublic = ? WHERE number = ?",
                arguments: [decision.status.rawValue, reason, publishes, number])
            try Self.touch(number, isNews ? .status : .photosPublished, supervisor.user.id, by: who, in: database)
            try database.record(.decide, "report \(number), \(decision.status.rawValue)", by: who)
            return try Self.required(number, in: database)
        }
    }

    /// Deletes a report that its reporter wants deleted. Other reports stay, even if their reporter deleted their account.
    ///
    /// - Throws: `forbidden`, `notFound`, or `conflict` if the reporter has not asked for that.
    func delete(_ number: Int64, _ supervisor: AccountIdentity<User>, by who: Attribution) async throws {
        try await write { database in
            try Self.confirmSupervisor(supervisor.session.id, in: database)
            let report = try Self.required(number, in: database)
            guard report.deletionWanted else {
                throw ServiceError(
                    .conflict, "The reporter has not asked for report \(number) to be deleted; reject it instead.")
            }
            try database.execute(
                sql: "INSERT INTO deletion (version, number, reporter, changedBy) VALUES (?, ?, ?, ?)",
                arguments: [try database.nextVersion(), number, report.reporter?.rawValue, supervisor.user.id.rawValue])
            try database.execute(sql: "DELETE FROM reportPlace WHERE number = ?", arguments: [number])
            try database.execute(sql: "DELETE FROM search WHERE rowid = ?", arguments: [number])
            // The keys of its requests stay, but nothing of what it said.
            try database.execute(sql: "UPDATE answer SET body = NULL WHERE report = ?", arguments: [number])
            try database.execute(sql: "DELETE FROM report WHERE number = ?", arguments: [number])
            try database.record(.deleteReport, "report \(number)", by: who)
        }
    }

    // MARK: - Phone numbers

    /// Marks a number, in all reports. Throws `forbidden`.
    func block(
        _ number: String, reason: String?, _ supervisor: AccountIdentity<User>, by who: Attribution
    ) async throws -> BlockedNumber {
        try await write { database in
            try Self.confirmSupervisor(supervisor.session.id, in: database)
            try database.execute(
                sql: """
                    INSERT INTO blocked VALUES (?, ?, ?) ON CONFLICT (number) DO UPDATE SET reason = excluded.reason
                    """, arguments: [number, reason, who.moment.milliseconds])
            // The audit log is kept for good and holds nothing personal.
            try database.record(.block, "a phone number", by: who)
            guard let blocked = try Self.blocked("WHERE blocked.number = ?", [number], in: database).first else {
                throw ServiceError.notFound
            }
            return blocked
        }
    }

    /// Throws `forbidden`, or `notFound` if the number isn't blocked.
    func unblock(_ number: String, _ supervisor: AccountIdentity<User>, by who: Attribution) async throws {
        try await write { database in
            try Self.confirmSupervisor(supervisor.session.id, in: database)
            try database.execute(sql: "DELETE FROM blocked WHERE number = ?", arguments: [number])
            guard database.changesCount > 0 else { throw ServiceError(.notFound, "\(number) is not blocked.") }
            try database.record(.unblock, "a phone number", by: who)
        }
    }

    /// Newest first.
    func blockedNumbers() async throws -> [BlockedNumber] {
        try await read { try Self.blocked("", [], in: $0) }
    }

    private static func blocked(
        _ condition: String, _ arguments: StatementArguments, in database: Database
    ) throws -> [BlockedNumber] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT blocked.*, (SELECT count(DISTINCT report) FROM phone WHERE phone.number = blocked.number) AS reports
                FROM blocked \(condition) ORDER BY moment DESC, number
                """, arguments: arguments
        ).map { row in
            BlockedNumber(
                number: row["number"], reason: row["reason"], moment: Timestamp(milliseconds: row["moment"]),
                reports: row["reports"])
        }
    }

    /// The numbers and the companies with the most reports that were neither rejected nor withdrawn.
    func offenders(limit: Int) async throws -> ([OffendingPhone], [OffendingCompany]) {
        try await read { database in
            let phones = try Row.fetchAll(
                database,
                sql: """
                    SELECT phone.number, count(DISTINCT report.number) AS reports, max(filed) AS latest,
                        blocked.number IS NOT NULL AS isBlocked
                    FROM phone JOIN report ON report.number = phone.report
                        LEFT JOIN blocked ON blocked.number = phone.number
                    WHERE status != 'rejected' AND deletionWanted = 0
                    GROUP BY phone.number ORDER BY reports DESC, phone.number LIMIT ?
                    """, arguments: [limit]
            ).map { row in
                OffendingPhone(
                    number: row["number"], reports: row["reports"], latest: Timestamp(milliseconds: row["latest"]),
                    isBlocked: row["isBlocked"])
            }
            let companies = try Row.fetchAll(
                database,
                sql: """
                    SELECT company, count(*) AS reports, max(filed) AS latest FROM report
                    WHERE company IS NOT NULL AND status != 'rejected' AND deletionWanted = 0
                    GROUP BY company ORDER BY reports DESC, company LIMIT ?
                    """, arguments: [limit]
            ).map { row in
                OffendingCompany(
                    name: row["company"], reports: row["reports"], latest: Timestamp(milliseconds: row["latest"]))
            }
            return (phones, companies)
        }
    }
}

/// A number that a supervisor has marked.
struct BlockedNumber: Sendable {
    let number: String
    let reason: String?
    let moment: Timestamp
    /// How many reports name it.
    let reports: Int
}

/// A number, and how often it was reported.
struct OffendingPhone: Sendable {
    let number: String
    let reports: Int
    let latest: Timestamp
    let isBlocked: Bool
}

/// A company, and how often it was reported.
struct OffendingCompany: Sendable {
    let name: String
    let reports: Int
    let latest: Timestamp
}

extension Report {
    /// Whether nothing has happened to this report since a supervisor's decision.
    fileprivate func wasDecidedLast(by supervisor: User) -> Bool {
        changedBy == supervisor.id && [.status, .photosPublished].contains(change)
    }
}
