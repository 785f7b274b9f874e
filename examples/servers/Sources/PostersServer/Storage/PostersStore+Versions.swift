import GRDB

/// Which reports a list has, and in which versions.
struct VersionList: Sendable {
    let reports: [(number: Int64, version: Int64)]
    /// By code.
    let typeNames: [String: String]
}

extension PostersStore {
    /// The same list as ``openReports(_:limit:offset:)``, without what the reports say.
    func openVersions(_ filter: OpenReportFilter, limit: Int, offset: Int) async throws -> VersionList {
        try await read { database in
            let query = filter.query("number, version", limit: limit, offset: offset)
            let rows = try Row.fetchCursor(database, sql: query.sql, arguments: query.arguments)
            var reports: [(number: Int64, version: Int64)] = []
            while let row = try rows.next() { reports.append((row[0], row[1])) }
            let types = try Row.fetchAll(database, sql: "SELECT code, name FROM objectType")
            return VersionList(
                reports: reports,
                typeNames: Dictionary(uniqueKeysWithValues: types.map { ($0[0] as String, $0[1] as String) }))
        }
    }
}
