import Accounts
import AppGroup
import GRDB
import SessionTables

/// Which reports to list.
struct ReportFilter: Sendable {
    var status: ReportStatus?
    /// Only reports of this user.
    var reporter: AccountID?
    /// Only reports filed at this moment or later.
    var since: Timestamp?
    /// Only reports with smaller numbers.
    var before: Int64?
    /// Not the reports whose reporters want them deleted.
    var leavesOutUnwanted = false

    /// The condition and its arguments.
    fileprivate var condition: (String, StatementArguments) {
        var (parts, arguments): ([String], StatementArguments) = ([], [])
        func add(_ part: String, _ value: (some DatabaseValueConvertible)?) {
            guard let value else { return }
            parts.append(part)
            arguments += [value]
        }
        add("report.status = ?", status?.rawValue)
        add("report.reporter = ?", reporter?.rawValue)
        add("report.filed >= ?", since?.milliseconds)
        add("report.number < ?", before)
        if leavesOutUnwanted { parts.append("report.deletionWanted = 0") }
        return (parts.isEmpty ? "1" : parts.joined(separator: " AND "), arguments)
    }
}

extension PostersStore {
    /// Throws `notFound`.
    func report(_ number: Int64) async throws -> Report {
        try await read { try Self.required(number, in: $0) }
    }

    /// The reports of these numbers that exist, in their order and without late comments, which Open311 doesn't show.
    func reports(_ numbers: [Int64]) async throws -> [Report] {
        try await read { try ReportRows.fetch(numbers, withComments: false, in: $0) }
    }

    /// Newest first.
    func reports(_ filter: ReportFilter, limit: Int) async throws -> ReportList {
        try await read { database in
            let (condition, arguments) = filter.condition
            return try ReportRows.list(condition, arguments, limit: limit, in: database)
        }
    }

    /// Newest first, for a session of a supervisor that may have ended meanwhile.
    ///
    /// - Throws: `forbidden` if the session has ended, or its user is no longer a supervisor.
    func reports(_ filter: ReportFilter, limit: Int, in session: Session.ID) async throws -> ReportList {
        try await read { database in
            try Self.confirmSupervisor(session, in: database)
            let (condition, arguments) = filter.condition
            return try ReportRows.list(condition, arguments, limit: limit, in: database)
        }
    }

    /// New reports, and reports whose reporter wants them deleted, oldest first.
    func queue(after number: Int64, limit: Int) async throws -> ReportList {
        try await read { database in
            try ReportRows.list(
                "(report.status = 'new' OR report.deletionWanted = 1) AND report.number > ?", [number],
                order: "report.number", limit: limit, in: database)
        }
    }

    /// The reports within a distance, nearest first: fewer than the limit if their late comments are long.
    ///
    /// - Parameter radius: In meters.
    /// - Returns: The reports with their distances in meters, and whether there are more.
    func reports(
        near place: Place, radius: Double, viewer: Viewer, limit: Int
    ) async throws -> (list: [(Double, Report)], hasMore: Bool) {
        try await read { database in
            var distances: [(number: Int64, distance: Double)] = []
            for box in place.boxes(within: radius) {
                let rows = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT report.number, latitude, longitude
                        FROM reportPlace JOIN report ON report.number = reportPlace.number
                        WHERE reportPlace.west <= ? AND reportPlace.east >= ? AND reportPlace.south <= ?
                            AND reportPlace.north >= ? AND (deletionWanted = 0 OR reporter = ? OR ?)
                        """,
                    arguments: [
                        box.east, box.west, box.north, box.south, viewer.user?.rawValue, viewer.isSupervisor,
                    ])
                while let row = try rows.next() {
                    guard let distance = try row.place()?.distance(to: place), distance <= radius else { continue }
                    distances.append((row["number"], distance))
                }
            }
            distances.sort { ($0.distance, $0.number) < ($1.distance, $1.number) }
            var nearest = distances.prefix(limit)
            nearest = nearest.prefix(try ReportRows.fittingCount(nearest.map(\.number), in: database))
            let byNumber = Dictionary(nearest.map { ($0.number, $0.distance) }) { first, _ in first }
            let list = try ReportRows.fetch(nearest.map(\.number), in: database).map { (byNumber[$0.number] ?? 0, $0) }
            return (list, list.count < distances.count)
        }
    }

    /// What has changed after a version, in the order of the server, each report once.
    ///
    /// - Parameter reporter: Only this user's reports; `nil` for all.
    /// - Returns: At most `limit` changes, fewer if their comments are long; whether there are more; the history that they
    ///   belong to, see ``HistoryTable``; and the versions that restores have lost, in their order.
    func changes(
        after version: Int64, reporter: AccountID?, limit: Int
    ) async throws -> (list: [ReportChange], hasMore: Bool, history: String, lost: [ClosedRange<Int64>]) {
        try await read { database in
            let own = reporter == nil ? "" : "AND reporter = :reporter"
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM (
                        SELECT version, number, changedBy, 0 AS isDeletion FROM report
                        WHERE version > :version \(own) ORDER BY version LIMIT :limit)
                    UNION ALL SELECT * FROM (
                        SELECT version, number, changedBy, 1 FROM deletion
                        WHERE version > :version \(own) ORDER BY version LIMIT :limit)
                    ORDER BY version LIMIT :limit
                    """,
                arguments: ["version": version, "limit": limit + 1]
                    + (reporter.map { ["reporter": $0.rawValue] } ?? [:]))
            let page = rows.prefix(
                try ReportRows.fittingCount(rows.prefix(limit).map { $0["number"] }, in: database))
            let reports = try ReportRows.fetch(
                page.filter { !($0["isDeletion"] as Bool) }.map { $0["number"] }, in: database)
            let byNumber = Dictionary(uniqueKeysWithValues: reports.map { ($0.number, $0) })
            let list = page.map { row in
                let (number, changedBy): (Int64, Int64?) = (row["number"], row["changedBy"])
                return ReportChange(
                    version: row["version"], number: number, changedBy: changedBy.map(AccountID.init(rawValue:)),
                    report: (row["isDeletion"] as Bool) ? nil : byNumber[number])
            }
            let lost = try Row.fetchAll(database, sql: "SELECT first, last FROM lostVersions ORDER BY first").map {
                ($0["first"] as Int64)...($0["last"] as Int64)
            }
            return (list, page.count < rows.count, try HistoryTable.name(in: database), lost)
        }
    }

    /// The version of the last change of any report.
    func version() async throws -> Int64 {
        try await read { try Int64.fetchOne($0, sql: "SELECT value FROM counter") ?? 0 }
    }
}

/// The last change of a report.
struct ReportChange: Sendable {
    let version: Int64
    let number: Int64
    let changedBy: AccountID?
    /// `nil` if the report was deleted.
    let report: Report?
}
