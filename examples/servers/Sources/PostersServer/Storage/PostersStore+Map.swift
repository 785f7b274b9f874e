import AppGroup
import GRDB

/// Which reports everybody may list.
struct OpenReportFilter: Sendable {
    /// Codes of types; empty for all.
    var types: [String] = []
    /// Empty for all.
    var statuses: [ReportStatus] = []
    /// When they were filed.
    var from: Timestamp
    var to: Timestamp

    /// Reads columns of the reports, newest first. The plus signs keep SQLite from finding all reports of a type or status and
    /// then sorting them by time.
    func query(_ columns: String, limit: Int, offset: Int) -> (sql: String, arguments: StatementArguments) {
        var condition = "deletionWanted = 0 AND filed >= ? AND filed < ?"
        var arguments: StatementArguments = [from.milliseconds, to.milliseconds]
        for (column, words) in [("type", types), ("status", statuses.map(\.rawValue))] where !words.isEmpty {
            condition += " AND +\(column) IN (\(words.map { _ in "?" }.joined(separator: ",")))"
            arguments += StatementArguments(words)
        }
        return (
            "SELECT \(columns) FROM report WHERE \(condition) ORDER BY filed DESC, number DESC LIMIT ? OFFSET ?",
            arguments + [limit, offset]
        )
    }
}

/// What changed on the map.
struct MapChange: Sendable {
    let version: Int64
    let number: Int64
    /// `nil` if the report left the map.
    let place: Place?
    let status: ReportStatus
    /// The code of the type.
    let type: String
    let filed: Timestamp
}

extension PostersStore {
    /// Reports that everybody may see in part, newest first, without late comments.
    func openReports(_ filter: OpenReportFilter, limit: Int, offset: Int) async throws -> [Report] {
        try await read { database in
            let query = filter.query("number", limit: limit, offset: offset)
            let numbers = try Int64.fetchAll(database, sql: query.sql, arguments: query.arguments)
            return try ReportRows.fetch(numbers, withComments: false, in: database)
        }
    }

    /// What changed on the map after a version, in the order of the server.
    func mapChanges(after version: Int64, limit: Int) async throws -> [MapChange] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM (
                        SELECT version, number, CASE WHEN deletionWanted THEN NULL ELSE latitude END AS latitude,
                            longitude, status, type, filed
                        FROM report WHERE version > :version ORDER BY version LIMIT :limit)
                    UNION ALL SELECT * FROM (
                        SELECT version, number, NULL, NULL, 'removed', 'other', 0
                        FROM deletion WHERE version > :version ORDER BY version LIMIT :limit)
                    ORDER BY version LIMIT :limit
                    """, arguments: ["version": version, "limit": limit]
            ).map { row in
                MapChange(
                    version: row["version"], number: row["number"], place: try row.place(),
                    status: try row.word("status"), type: row["type"], filed: Timestamp(milliseconds: row["filed"]))
            }
        }
    }
}
