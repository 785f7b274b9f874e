import Accounts
import AppGroup
import GRDB

/// Reads reports with everything that belongs to them: one query for the reports, and one for each kind of part.
enum ReportRows {
    /// One answer: fewer reports than the limit if their late comments would make it too long.
    ///
    /// - Parameters:
    ///   - condition: After `WHERE`; the tables are `report`, `user`, `city`, `district` and `objectType`.
    ///   - order: After `ORDER BY`.
    static func list(
        _ condition: String, _ arguments: StatementArguments, order: String = "report.number DESC", limit: Int,
        in database: Database
    ) throws -> ReportList {
        let found = try withoutParts(condition, arguments, order: order, limit: limit, in: database)
        var reports = Array(found.prefix(try fittingCount(found.map(\.number), in: database)))
        try addParts(to: &reports, in: database)
        let hasMore = found.count == limit || reports.count < found.count
        return ReportList(reports: reports, next: hasMore ? reports.last?.number : nil)
    }

    private static func withoutParts(
        _ condition: String, _ arguments: StatementArguments, order: String = "report.number", limit: Int = -1,
        in database: Database
    ) throws -> [Report] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT report.*, user.name AS reporterName, city.name AS cityName, district.name AS districtName,
                    objectType.name AS typeName
                FROM report JOIN objectType ON objectType.code = report.type
                    LEFT JOIN user ON user.id = report.reporter
                    LEFT JOIN city ON city.code = report.city
                    LEFT JOIN district ON district.code = report.district
                WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
                """, arguments: arguments
        ).map(Report.init(row:))
    }

    /// The reports of these numbers, in their order. Numbers without a report are left out.
    static func fetch(
        _ numbers: [Int64], withComments: Bool = true, in database: Database
    ) throws -> [Report] {
        var found = try withoutParts(
            "report.number IN (SELECT value FROM json_each(?))", [argument(numbers)], in: database)
        try addParts(to: &found, withComments: withComments, in: database)
        let byNumber = Dictionary(uniqueKeysWithValues: found.map { ($0.number, $0) })
        return numbers.compactMap { byNumber[$0] }
    }

    /// A list of numbers as one argument for `json_each`.
    private static func argument(_ numbers: [Int64]) -> String {
        "[\(numbers.map(String.init).joined(separator: ","))]"
    }

    /// The most bytes of late comments in one answer. A thousand reports could have a gigabyte of them.
    private static let mostCommentBytes = 2 << 20

    /// How many of these reports make one answer: at least one, whatever it says.
    static func fittingCount(_ numbers: [Int64], in database: Database) throws -> Int {
        let sizes = Dictionary(
            uniqueKeysWithValues: try Row.fetchAll(
                database,
                sql: """
                    SELECT report, sum(length(CAST(text AS BLOB))) AS size FROM comment
                    WHERE report IN (SELECT value FROM json_each(?)) GROUP BY report
                    """, arguments: [argument(numbers)]
            ).map { ($0["report"] as Int64, $0["size"] as Int) })
        var (count, size) = (0, 0)
        for number in numbers {
            size += sizes[number] ?? 0
            guard count == 0 || size <= mostCommentBytes else { break }
            count += 1
        }
        return count
    }

    private static func addParts(
        to reports: inout [Report], withComments: Bool = true, in database: Database
    ) throws {
        guard !reports.isEmpty else { return }
        let numbers = argument(reports.map(\.number))
        let places = Dictionary(uniqueKeysWithValues: reports.indices.map { (reports[$0].number, $0) })
        func rows(_ columns: String, _ source: String, _ order: String, _ add: (inout Report, Row) throws -> Void)
            throws
        {
            let sql =
                "SELECT \(columns) FROM \(source) WHERE report IN (SELECT value FROM json_each(?)) ORDER BY \(order)"
            let cursor = try Row.fetchCursor(database, sql: sql, arguments: [numbers])
            while let row = try cursor.next() {
                let number: Int64 = row["report"]
                if let place = places[number] { try add(&reports[place], row) }
            }
        }
        try rows(
            "phone.*, blocked.number IS NOT NULL AS isBlocked",
            "phone LEFT JOIN blocked ON blocked.number = phone.number", "report, position"
        ) { report, row in
            report.phones.append(
                Report.PosterPhone(
                    number: row["number"], extensionNumber: row["extension"], written: row["written"],
                    isBlocked: row["isBlocked"]))
        }
        try rows(
            "reportPhoto.report, photo.*", "reportPhoto JOIN photo ON photo.sha256 = reportPhoto.photo",
            "report, reportPhoto.position"
        ) { report, row in report.photos.append(try StoredPhoto(row: row)) }
        try rows("*", "decision", "id") { report, row in
            report.history.append(
                Report.Decision(
                    status: try row.word("status"), reason: row["reason"],
                    moment: Timestamp(milliseconds: row["moment"])))
        }
        try rows("*", "link", "report, distance, other") { report, row in
            report.links.append(Report.SimilarReport(number: row["other"], distance: row["distance"]))
        }
        guard withComments else { return }
        try rows("*", "comment", "id") { report, row in
            report.comments.append(
                Report.LaterComment(text: row["text"], moment: Timestamp(milliseconds: row["moment"])))
        }
    }
}

/// The reports of one answer.
struct ReportList: Sendable {
    let reports: [Report]
    /// The number after which the next answer continues; `nil` if there are no more.
    let next: Int64?
}

extension Report {
    init(row: Row) throws {
        func named(_ code: String, _ name: String) -> Named? {
            let code: String? = row[code]
            return code.map { Named(code: $0, name: row[name] ?? $0) }
        }
        guard let place = try row.place(), let type = named("type", "typeName") else {
            throw row.unreadable("report", "\(row["number"] as Int64)")
        }
        let (changedBy, reporter): (Int64?, Int64?) = (row["changedBy"], row["reporter"])
        self.init(
            number: row["number"], version: row["version"], change: try row.word("change"),
            changedBy: changedBy.map(AccountID.init(rawValue:)), reporter: reporter.map(AccountID.init(rawValue:)),
            reporterName: row["reporterName"], key: row["key"], status: try row.word("status"), reason: row["reason"],
            filed: Timestamp(milliseconds: row["filed"]), updated: Timestamp(milliseconds: row["updated"]),
            taken: row["taken"], place: place, address: row["address"], city: named("city", "cityName"),
            district: named("district", "districtName"), type: type, holder: row["holder"], company: row["company"],
            comment: row["comment"], photosArePublic: row["photosArePublic"], deletionWanted: row["deletionWanted"])
    }
}
