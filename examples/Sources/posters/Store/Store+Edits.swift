import AppGroup
import ToolClient
import ToolDatabase

/// The changes of reports that the server has taken, which it loses if it is restored from an older backup.
extension Store {
    /// Remembers a change that the server has taken. To be called within a transaction.
    ///
    /// - Parameter report: The report as the change has left it.
    func noteEdit(_ change: ReportChange, of report: Report) throws {
        var change = change
        change.version = nil
        try database.run(
            "INSERT INTO edits(report, version, document) VALUES(?, ?, ?)", .integer(report.number),
            .integer(report.version), .text(try StableJSON.text(change)))
    }

    /// The version that a change of a report names; 0 if the report is not stored, as after an interrupted sync. The server then
    /// refuses the change if the same was ever changed.
    func knownVersion(_ number: Int64) throws -> Int64 { try report(number)?.version ?? 0 }

    /// Lets the later changes of a report follow one that the server has taken from this device, so that it does not pass for one of
    /// another device. Not if another device has changed the report, too. To be called within a transaction, before the report is
    /// stored as the change has left it.
    ///
    /// - Parameter report: The report as the change has left it, which is older than the stored one if an answer comes late.
    func follow(_ change: ReportChange, to report: Report) throws {
        guard let known = try self.report(report.number), known.version < report.version,
            change.isOnlyDifference(between: known, and: report)
        else { return }
        for draft in try drafts() where draft.problem == nil {
            // A restored server can know an older state of the report than the person who made the draft.
            guard case .edit(report.number, var later) = draft.kind, let version = later.version,
                (known.version..<report.version).contains(version)
            else { continue }
            later.version = report.version
            try database.run(
                "UPDATE drafts SET document = ? WHERE id = ?", .text(try StableJSON.text(later)), .integer(draft.id))
        }
    }

    /// Makes drafts of the changes that the server has lost, one for each report, once all that it has is stored. The report may
    /// have been changed on another device since, so no draft is sent before the person says so. It leaves out what a later
    /// change sets that is about to be sent, and reports that are about to be withdrawn.
    ///
    /// If the server has lost the report itself, the draft of the report has its changes.
    ///
    /// - Parameter lost: The first and the last of the versions that the server has lost, for each restore.
    /// - Returns: A sentence for each draft.
    func keepLostEdits(_ lost: [(first: Int64, last: Int64)], at now: Timestamp) throws -> [String] {
        try database.transaction {
            // The server has told of its last version of each report. Any above it is lost, too, but the server doesn't know that
            // if it went back to the database that it had before a restore, or if its clock was set back.
            let known = min(try number(.cursor) ?? 0, .max - 1)
            var changes: [Int64: ReportChange] = [:]
            for versions in lost + [(known + 1, .max)] {
                for (number, change) in try takeEdits(from: versions.first, through: versions.last) {
                    changes[number] = changes[number]?.replaced(by: change) ?? change
                }
            }
            for kind in try drafts().filter(\.isReady).map(\.kind) {
                switch kind {
                case .edit(let number, let later): changes[number] = changes[number]?.without(later)
                case .cancel(let number, _): changes[number] = nil
                case .report: break
                }
            }
            return try changes.sorted { $0.key < $1.key }.compactMap { try keep($1, of: $0, at: now) }
        }
    }

    /// Moves the changes that wait for reports to the drafts that these reports have become: the server would refuse them. To be
    /// called within a transaction.
    ///
    /// - Parameter ids: The draft of each report, by the report's number.
    /// - Returns: A sentence for each report.
    func moveChanges(toDrafts ids: [Int64: Int64]) throws -> [String] {
        var changes: [Int64: ReportChange] = [:]
        // The person has yet to decide about what the server has refused.
        for draft in try drafts() where draft.problem == nil {
            guard case .edit(let number, let change) = draft.kind, ids[number] != nil else { continue }
            changes[number] = changes[number]?.replaced(by: change) ?? change
            try database.run("DELETE FROM drafts WHERE id = ?", .integer(draft.id))
        }
        return try changes.sorted { $0.key < $1.key }.compactMap { number, change in
            guard let id = ids[number], case .report(var report) = try draft(id).kind else { return nil }
            report.apply(change)
            try self.change(id, to: .report(report))
            let members = change.members.joined(separator: ", ")
            return "The server has lost report \(number). Your change of it (\(members)) is in d\(id), its draft."
        }
    }

    /// Removes the changes of these versions.
    ///
    /// - Returns: Each with the number of its report, the oldest first.
    private func takeEdits(
        from first: Int64, through last: Int64
    ) throws -> [(report: Int64, change: ReportChange)] {
        let edits = try database.rows(
            "SELECT report, document FROM edits WHERE version BETWEEN ? AND ? ORDER BY version, id", .integer(first),
            .integer(last)
        ) { row in
            StableJSON.value(in: row.text(1), as: ReportChange.self).map { (report: row.integer(0), change: $0) }
        }
        try database.run("DELETE FROM edits WHERE version BETWEEN ? AND ?", .integer(first), .integer(last))
        return edits.compactMap(\.self)
    }

    /// Makes a draft that waits for the person.
    ///
    /// - Returns: A sentence about it; nil if there is nothing to keep.
    private func keep(_ change: ReportChange, of number: Int64, at now: Timestamp) throws -> String? {
        guard !change.isEmpty, try report(number)?.mine == true else { return nil }
        let draft = try add(.edit(report: number, change), at: now)
        let problem =
            "The server was restored from a backup and has lost your change of report \(number) "
            + "(\(change.members.joined(separator: ", "))). \(draft.choice(about: number))"
        try note(draft, problem: problem)
        return problem
    }
}
