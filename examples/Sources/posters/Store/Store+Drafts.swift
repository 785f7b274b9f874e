import AppGroup
import FoundationEssentials
import ToolClient
import ToolDatabase
import ToolProgram

extension Store {
    /// All drafts, the oldest first.
    func drafts() throws -> [Draft] {
        try complete(database.rows("SELECT \(Self.draftColumns) FROM drafts ORDER BY id", as: Self.draft))
    }

    func draft(_ id: Int64) throws -> Draft {
        let found = try database.rows(
            "SELECT \(Self.draftColumns) FROM drafts WHERE id = ?", .integer(id), as: Self.draft)
        guard let draft = try complete(found).first else {
            throw ToolError.notFound(
                "There is no draft d\(id): it may have been sent. To list your drafts and reports: posters list")
        }
        return draft
    }

    /// Whether a draft was not sent yet.
    func has(_ draft: Draft) throws -> Bool {
        try database.row("SELECT 1 FROM drafts WHERE id = ?", .integer(draft.id), as: { _ in true }) ?? false
    }

    private func complete(_ found: [Draft?]) throws -> [Draft] {
        guard !found.isEmpty else { return [] }
        let needsDistrict = try !lists().districts.isEmpty
        return found.compactMap(\.self).map { draft in
            var draft = draft
            draft.needsDistrict = needsDistrict
            return draft
        }
    }

    /// How many drafts there are.
    func draftCount() throws -> Int {
        try database.row("SELECT count(*) FROM drafts") { Int($0.integer(0)) } ?? 0
    }

    private static let draftColumns = "id, key, kind, report, document, created, is_out, problem"

    /// nil if it makes no sense, which only damage can cause.
    private static func draft(_ row: SQLRow) -> Draft? {
        let document = Data(row.text(4).utf8)
        let kind: Draft.Kind
        switch row.text(2) {
        case "report":
            guard let report = try? JSONDecoder().decode(ReportDraft.self, from: document) else { return nil }
            kind = .report(report)
        case "edit":
            guard let change = try? JSONDecoder().decode(ReportChange.self, from: document) else { return nil }
            kind = .edit(report: row.integer(3), change)
        case let name: kind = .cancel(report: row.integer(3), again: name == "cancelAgain")
        }
        return Draft(
            id: row.integer(0), key: row.text(1), kind: kind, created: Timestamp(seconds: row.integer(5)),
            isOut: row.flag(6), problem: row.optionalText(7))
    }

    private static func columns(of kind: Draft.Kind) throws -> (kind: String, report: Int64?, document: String) {
        switch kind {
        case .report(let report): ("report", nil, try StableJSON.text(report))
        case .edit(let report, let change): ("edit", report, try StableJSON.text(change))
        case .cancel(let report, let isAgain): (isAgain ? "cancelAgain" : "cancel", report, "{}")
        }
    }

    /// Keeps something for the server.
    func add(_ kind: Draft.Kind, at now: Timestamp) throws -> Draft {
        try insert(kind, key: Self.newKey(), isOut: false, at: now)
        return try draft(database.lastRow)
    }

    /// - Parameter number: The report that a draft of a report was.
    private func insert(
        _ kind: Draft.Kind, key: String, isOut: Bool, number: Int64? = nil, at now: Timestamp
    ) throws {
        let (name, report, document) = try Self.columns(of: kind)
        try database.run(
            "INSERT INTO drafts(key, kind, report, document, created, is_out) VALUES(?, ?, ?, ?, ?, ?)", .text(key),
            .text(name), SQLValue(report ?? number), .text(document), .integer(now.seconds), .integer(isOut ? 1 : 0))
    }

    /// Makes a draft of each report that this user has filed and not withdrawn. It has no photos, so it is not sent by itself, but
    /// the key of the draft that the report was: if the server still has the report, `put` deletes it. Until `releaseLostReports`, the
    /// server may have it, so nobody can change it into a second report.
    ///
    /// Makes a draft of each withdrawal, too: the server may show these reports to everybody again.
    ///
    /// To be called within a transaction.
    ///
    /// - Returns: The numbers of the reports that another program has filed without a key. No draft could tell whether the server has
    ///   them.
    func addDraftsOfReports() throws -> [Int64] {
        let numbers = try database.rows(
            "SELECT number FROM reports WHERE is_mine = 1 ORDER BY number"
        ) { $0.integer(0) }
        var foreign: [Int64] = []
        for report in try numbers.compactMap(report) {
            if report.deletionWanted == true {
                let withdrawal = Draft.Kind.cancel(report: report.number, again: true)
                try insert(withdrawal, key: Self.newKey(), isOut: true, at: report.updated.timestamp)
                continue
            }
            guard let key = report.key else {
                foreign.append(report.number)
                continue
            }
            try insert(
                .report(ReportDraft(report)), key: key, isOut: true, number: report.number, at: report.filed.timestamp)
        }
        return foreign
    }

    /// Lets the person complete or discard the drafts of lost reports, once all that the server has is stored. Any other report that
    /// the server may have names a photo.
    ///
    /// Drops the repetitions of withdrawals that the server still knows, or whose report it has lost.
    ///
    /// - Returns: What to tell the person, as sentences.
    func releaseLostReports() throws -> [String] {
        try database.transaction {
            try database.run(
                """
                DELETE FROM drafts WHERE kind = 'cancelAgain'
                    AND report NOT IN (SELECT number FROM reports WHERE is_mine = 1 AND is_withdrawn = 0)
                """)
            let lost = "is_out = 1 AND kind = 'report' AND json_array_length(document, '$.photos') = 0"
            let drafts = try database.rows("SELECT id, report FROM drafts WHERE \(lost)") { row in
                (id: row.integer(0), number: row.optionalInteger(1))
            }
            guard !drafts.isEmpty else { return [] }
            try database.run("UPDATE drafts SET is_out = 0 WHERE \(lost)")
            let sentence =
                "Those of your reports that the server has lost are drafts now, without their photos: "
                + "posters list --status draft"
            return try [sentence]
                + moveChanges(
                    toDrafts: Dictionary(
                        drafts.compactMap { draft in draft.number.map { ($0, draft.id) } }, uniquingKeysWith: { $1 }))
        }
    }

    /// Replaces what a draft asks for. Its next attempt is a new one for the server. The draft of a lost report keeps the report's
    /// number.
    ///
    /// - Throws: An error with status 75 if the server may have it already, and 66 if it was sent meanwhile.
    func change(_ id: Int64, to kind: Draft.Kind) throws {
        let (name, report, document) = try Self.columns(of: kind)
        let changed = try database.run(
            """
            UPDATE drafts SET kind = ?2, report = ifnull(?3, report), document = ?4, key = ?5, problem = NULL
            WHERE id = ?1 AND is_out = 0
            """, .integer(id), .text(name), SQLValue(report), .text(document), .text(Self.newKey()))
        if changed == 0 { throw Self.isOut(try draft(id)) }
    }

    /// Deletes a draft that the server certainly doesn't have.
    func discard(_ id: Int64) throws {
        let count = try database.run("DELETE FROM drafts WHERE id = ? AND is_out = 0", .integer(id))
        if count == 0 { throw Self.isOut(try draft(id)) }
    }

    private static func isOut(_ draft: Draft) -> ToolError {
        .busy("\(draft.name) may have reached the server already. To find out: posters sync")
    }

    /// Records that an attempt begins: from now on, the server may have the draft.
    ///
    /// - Returns: Whether it may begin. It may not if the draft was changed or discarded since it was read.
    func noteAttempt(_ draft: Draft) throws -> Bool {
        try database.run(
            "UPDATE drafts SET is_out = 1 WHERE id = ? AND key = ?", .integer(draft.id), .text(draft.key)) > 0
    }

    /// Records that the server certainly does not have a draft after an attempt.
    func noteReturn(_ draft: Draft) throws {
        try database.run(
            "UPDATE drafts SET is_out = 0 WHERE id = ? AND key = ?", .integer(draft.id), .text(draft.key))
    }

    /// Records why the server has refused a draft. It is not sent again before the person has changed it.
    ///
    /// - Returns: Whether the refusal still matters. It does not if the draft was changed or discarded since it was read.
    @discardableResult
    func note(_ draft: Draft, problem: String) throws -> Bool {
        try database.run(
            "UPDATE drafts SET is_out = 0, problem = ? WHERE id = ? AND key = ?", .text(problem), .integer(draft.id),
            .text(draft.key)) > 0
    }

    /// Records that the server has what a draft asked for, and how the report is now. All of it happens, or none of it.
    func finish(_ draft: Draft, with report: Report?) throws {
        try database.transaction {
            try database.run("DELETE FROM drafts WHERE id = ?", .integer(draft.id))
            guard let report else { return }
            if case .edit(_, let change) = draft.kind {
                try follow(change, to: report)
                try noteEdit(change, of: report)
            }
            try put(report)
            try noteVersion(report.version, of: report.number)
        }
    }

    /// The number of the report that a draft has become; nil if none is known.
    func reportNumber(ofDraft draft: Draft) throws -> Int64? {
        let sql = "SELECT number FROM reports WHERE is_mine = 1 AND json_extract(document, '$.key') = ?"
        return try database.row(sql, .text(draft.key)) { $0.integer(0) }
    }

    /// The draft of the report that this draft changes, if the server has lost the report; nil otherwise.
    func draftOfLostReport(changedBy draft: Draft) throws -> Draft? {
        guard case .edit(let number, _) = draft.kind, try report(number) == nil else { return nil }
        let sql = "SELECT \(Self.draftColumns) FROM drafts WHERE kind = 'report' AND report = ?"
        return try complete(database.rows(sql, .integer(number), as: Self.draft)).first
    }

    /// A random UUID (RFC 9562, version 4), in lower case.
    private static func newKey() -> String { UUID().uuidString.lowercased() }
}
