import AppGroup
import FoundationEssentials
import ToolClient
import ToolDatabase
import ToolProgram

/// What a list shows of a report.
struct ReportSummary {
    let number: Int64
    let version: Int64
    let status: ReportStatus
    let filed: Timestamp
    let updated: Timestamp
    let place: Place
    let district: String
    let type: String
    let company: String
    /// In E.164 form.
    let phones: [String]
    let reason: String?
    let isMine: Bool
    /// Whether the reporter has asked for its deletion.
    let isWithdrawn: Bool
    /// Whether it has changed since the person looked at it.
    let isUnseen: Bool
    /// The version that a supervisor has seen; nil for none.
    var seenVersion: Int64?
    /// What happened to it last, in the server's word, such as `edited`; nil if the server has not said.
    var change: String?
}

extension ReportSummary {
    /// What a list shows of a report that came from the server. As in the store, its times are whole seconds.
    init(_ report: Report, isUnseen: Bool) {
        self.init(
            number: report.number, version: report.version, status: report.status,
            filed: Timestamp(seconds: report.filed.timestamp.seconds),
            updated: Timestamp(seconds: report.updated.timestamp.seconds), place: report.place,
            district: report.district?.name ?? "",
            type: report.type.name, company: report.company ?? "", phones: (report.phones ?? []).map(\.number),
            reason: report.reason, isMine: report.mine == true, isWithdrawn: report.deletionWanted == true,
            isUnseen: isUnseen)
    }
}

extension Store {
    static let summaryColumns = """
        reports.number, status, filed, updated, latitude, longitude, district, type, company, phones, reason, is_mine,
        is_withdrawn, is_unseen, version, seen_version, change
        """

    static func summary(_ row: SQLRow) -> ReportSummary {
        ReportSummary(
            number: row.integer(0), version: row.integer(14), status: ReportStatus(rawValue: row.text(1)) ?? .new,
            filed: Timestamp(seconds: row.integer(2)), updated: Timestamp(seconds: row.integer(3)),
            place: Place(lat: row.real(4), long: row.real(5)), district: row.text(6), type: row.text(7),
            company: row.text(8), phones: row.text(9).split(separator: " ").map(String.init),
            reason: row.optionalText(10), isMine: row.flag(11), isWithdrawn: row.flag(12), isUnseen: row.flag(13),
            seenVersion: row.optionalInteger(15), change: row.optionalText(16))
    }

    /// Which reports a list has.
    struct Filter {
        var isMine = false
        var status: ReportStatus?
        /// Only new reports, and those whose reporter has asked for their deletion: what a supervisor has to do.
        var isQueue = false
    }

    /// Reports, the newest first; what waits for a supervisor, the oldest first.
    func reports(_ filter: Filter, limit: Int) throws -> [ReportSummary] {
        var conditions: [String] = []
        var values: [SQLValue] = []
        if filter.isMine { conditions.append("is_mine = 1") }
        if let status = filter.status {
            conditions.append("status = ?")
            values.append(.text(status.rawValue))
        }
        if filter.isQueue { conditions.append("(status = 'new' OR is_withdrawn = 1)") }
        let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
        return try database.rows(
            """
            SELECT \(Self.summaryColumns) FROM reports \(condition)
            ORDER BY number \(filter.isQueue ? "ASC" : "DESC") LIMIT \(limit)
            """, values, as: Self.summary)
    }

    /// Everything that is known about a report; nil if it is not stored.
    func report(_ number: Int64) throws -> Report? {
        let document = try database.row("SELECT document FROM reports WHERE number = ?", .integer(number)) {
            $0.text(0)
        }
        return try document.flatMap { try JSONDecoder().decode(Report.self, from: Data($0.utf8)) }
    }

    /// The same; an error with status 66 if it is not stored.
    func neededReport(_ number: Int64) throws -> Report {
        guard let report = try report(number) else {
            throw ToolError.notFound("Report \(number) is not known here. To get the newest reports: posters sync")
        }
        return report
    }

    /// Stores a report as the server describes it, unless a newer state of it is stored, or it was removed meanwhile. To be called
    /// within a transaction.
    ///
    /// - Parameters:
    ///   - change: What happened to it last, in the server's word, if the server has said it.
    ///   - isNews: Whether the person has to be told about it.
    func put(_ report: Report, change: String? = nil, isNews: Bool = false) throws {
        let known = try database.row("SELECT version FROM reports WHERE number = ?", .integer(report.number)) {
            $0.integer(0)
        }
        // All that is as old as the last sync is stored, or was removed since: a slow answer must not bring it back.
        guard try known.map({ $0 <= report.version }) ?? (report.version > (number(.cursor) ?? 0)) else { return }
        let phones = report.phones ?? []
        try database.run(
            """
            INSERT INTO reports(number, version, status, filed, updated, latitude, longitude, district, type, company, phones,
                photos, reason, is_mine, is_withdrawn, document, change)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
            ON CONFLICT(number) DO UPDATE SET version = ?2, status = ?3, filed = ?4, updated = ?5, latitude = ?6,
                longitude = ?7, district = ?8, type = ?9, company = ?10, phones = ?11, photos = ?12, reason = ?13,
                is_mine = ?14, is_withdrawn = ?15, document = ?16,
                change = CASE WHEN version = ?2 THEN ifnull(?17, change) ELSE ?17 END
            """, .integer(report.number), .integer(report.version), .text(report.status.rawValue),
            .integer(report.filed.timestamp.seconds), .integer(report.updated.timestamp.seconds),
            .real(report.place.lat), .real(report.place.long), .text(report.district?.name ?? ""),
            .text(report.type.name), .text(report.company ?? ""),
            .text(phones.map(\.number).joined(separator: " ")), .integer(Int64(report.photos.count)),
            SQLValue(report.reason), report.mine == true ? 1 : 0, report.deletionWanted == true ? 1 : 0,
            .text(try StableJSON.text(report)), SQLValue(change))
        if isNews {
            // A list may have shown it before this change arrived.
            try database.run(
                "UPDATE reports SET is_unseen = 1, is_untold = 1 WHERE number = ? AND ifnull(seen_version, 0) < version",
                .integer(report.number))
        }
        try index(report, phones)
        // It was sent, even if the answer was lost.
        if report.mine == true, let key = report.key {
            try database.run("DELETE FROM drafts WHERE key = ? AND kind = 'report'", .text(key))
        }
    }

    private func index(_ report: Report, _ phones: [Report.Phone]) throws {
        let number = SQLValue.integer(report.number)
        try database.run("DELETE FROM phones WHERE report = ?", number)
        for phone in phones {
            try database.run("INSERT OR IGNORE INTO phones(report, number) VALUES(?, ?)", number, .text(phone.number))
            try noteBlocked(phone.number, phone.blocked)
        }
        let (longitude, latitude) = (SQLValue.real(report.place.long), SQLValue.real(report.place.lat))
        try database.run("DELETE FROM areas WHERE report = ?", number)
        try database.run(
            "INSERT INTO areas(report, west, east, south, north) VALUES(?1, ?2, ?2, ?3, ?3)", number, longitude,
            latitude)
        let text = SearchText(of: report)
        try database.run(
            """
            INSERT INTO texts(number, digits, words) VALUES(?1, ?2, ?3)
            ON CONFLICT(number) DO UPDATE SET digits = ?2, words = ?3
            """, number, .text(text.digits), .text(text.words))
    }

    /// Records whether a phone number is blocked.
    func noteBlocked(_ phone: String, _ isBlocked: Bool) throws {
        let change =
            isBlocked ? "INSERT OR IGNORE INTO blocked(number) VALUES(?)" : "DELETE FROM blocked WHERE number = ?"
        try database.run(change, .text(phone))
    }

    /// Records that these phone numbers are blocked, in E.164 form, and no others.
    func replaceBlocked(with numbers: [String]) throws {
        try database.transaction {
            try database.run("DELETE FROM blocked")
            for number in numbers { try noteBlocked(number, true) }
        }
    }

    /// The blocked phone numbers, in E.164 form.
    func blocked() throws -> Set<String> {
        try Set(database.rows("SELECT number FROM blocked") { $0.text(0) })
    }

    /// Forgets a report. To be called within a transaction.
    func remove(_ number: Int64) throws {
        try database.run("DELETE FROM reports WHERE number = ?", .integer(number))
        try database.run("DELETE FROM edits WHERE report = ?", .integer(number))
    }

    /// The reports that have changed since the person looked at them.
    func unseen() throws -> Set<Int64> {
        try Set(database.rows("SELECT number FROM reports WHERE is_unseen = 1") { $0.integer(0) })
    }

    /// Records that the person has seen reports.
    func noteSeen(_ numbers: [Int64]) throws {
        try database.transaction {
            for number in numbers {
                try database.run(
                    "UPDATE reports SET is_unseen = 0, is_untold = 0 WHERE number = ? AND is_unseen = 1",
                    .integer(number))
            }
        }
    }

    /// Records which states of reports a supervisor gets to see. Nobody else decides about reports.
    func noteVersions(_ reports: [(number: Int64, version: Int64)]) throws {
        guard try account()?.role.isSupervisor == true else { return }
        try database.transaction {
            for report in reports { try noteVersion(report.version, of: report.number) }
        }
    }

    /// Records that the person knows a state of a report.
    func noteVersion(_ version: Int64, of number: Int64) throws {
        try database.run(
            "UPDATE reports SET seen_version = max(ifnull(seen_version, 0), ?2) WHERE number = ?1", .integer(number),
            .integer(version))
    }

    /// The version of a report that the supervisor has seen last, which may be an old one; nil for none.
    func seenVersion(_ number: Int64) throws -> Int64? {
        try database.row("SELECT seen_version FROM reports WHERE number = ?", .integer(number)) {
            $0.optionalInteger(0)
        } ?? nil
    }

    /// Reports about which the desktop has not told the person, the oldest change first.
    func untold() throws -> [ReportSummary] {
        try database.rows(
            "SELECT \(Self.summaryColumns) FROM reports WHERE is_untold = 1 ORDER BY version", as: Self.summary)
    }

    /// The report that has changed last, by the server's order; nil if there is none.
    func latestChange() throws -> ReportSummary? {
        try database.row(
            "SELECT \(Self.summaryColumns) FROM reports ORDER BY version DESC LIMIT 1", as: Self.summary)
    }

    func noteTold() throws { try database.run("UPDATE reports SET is_untold = 0 WHERE is_untold = 1") }

    /// How many reports have changed since the person looked, and how many wait for a supervisor.
    func counts() throws -> (unseen: Int, new: Int) {
        try database.row(
            """
            SELECT (SELECT count(*) FROM reports WHERE is_unseen = 1),
                (SELECT count(*) FROM reports WHERE status = 'new')
            """, as: { (Int($0.integer(0)), Int($0.integer(1))) }) ?? (0, 0)
    }
}
