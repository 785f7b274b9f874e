import Accounts
import AppGroup
import Foundation
import GRDB
import Serving

/// An edit of a report by its reporter. A `nil` changes nothing, and an empty text removes the stored one.
struct Edit: Sendable {
    let number: Int64
    let changes: ReportContents
    /// The edit in words, which becomes a comment if it comes too late.
    let summary: String
    /// The version of the report that the reporter has changed; `nil` accepts any.
    let version: Int64?
    let reporter: User
    let repetition: Repetition?
}

extension PostersStore {
    /// Changes a report that no supervisor has decided on yet. Later, the server's status wins: the edit becomes a comment.
    ///
    /// - Parameter answer: Encodes the answer from the report and whether it was changed.
    /// - Throws: `notFound` if it isn't the user's report, `keyReused`, `reportDeleted`, `invalid`, `editedSince` if another edit has set
    ///   the same members since, or `conflict` if the edit comes too late and the report can't get another comment.
    func edit(
        _ edit: Edit, by who: Attribution, answer: @escaping @Sendable (Report, Bool) throws -> Data
    ) async throws -> Data {
        try await write { database in
            let earlier = try Self.earlier(edit.repetition, of: edit.reporter.id, in: database) { report, moment in
                // An edit that came too late has left a comment.
                try answer(report, !Self.hasComment(report.number, from: moment, in: database))
            }
            if let earlier { return earlier.1 }
            let report = try Self.own(edit.number, of: edit.reporter, in: database)
            let applies = report.status == .new && !report.deletionWanted
            if applies {
                try Self.requireNotEditedSince(edit, in: database)
                try Self.apply(edit, to: report, by: who, in: database)
            } else {
                try Self.requireRoomForComment(on: edit.number, in: database)
                try database.execute(
                    sql: "INSERT INTO comment (report, text, moment) VALUES (?, ?, ?)",
                    arguments: [edit.number, edit.summary, who.moment.milliseconds])
                try Self.touch(edit.number, .commented, edit.reporter.id, by: who, in: database)
            }
            try database.record(applies ? .edit : .comment, "report \(edit.number)", by: who)
            let body = try answer(try Self.required(edit.number, in: database), applies)
            try Self.keep(body, for: edit.repetition, of: edit.reporter.id, report: edit.number, who, in: database)
            return body
        }
    }

    /// The reporter may have edited the report on another device, which this one has not heard of yet.
    private static func requireNotEditedSince(_ edit: Edit, in database: Database) throws {
        guard let version = edit.version else { return }
        let since = try String.fetchSet(
            database, sql: "SELECT member FROM editedMember WHERE report = ? AND version > ?",
            arguments: [edit.number, version])
        let members = edit.changes.setMembers.filter(since.contains)
        guard members.isEmpty else {
            throw ServiceError(
                .editedSince,
                "Report \(edit.number) was edited since you got it (\(members.joined(separator: ", "))). Nothing was changed."
            )
        }
    }

    private static func requireRoomForComment(on number: Int64, in database: Database) throws {
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM comment WHERE report = ?", arguments: [number])
        guard count ?? 0 < ReportLimits.laterComments else {
            throw ServiceError(
                .conflict,
                "Report \(number) can no longer be edited and already has \(ReportLimits.laterComments) comments; "
                    + "file a new report, or write to the contact of GET /v1/info.")
        }
    }

    private static func hasComment(_ number: Int64, from moment: Timestamp, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM comment WHERE report = ? AND moment = ?)",
            arguments: [number, moment.milliseconds]) ?? false
    }

    /// Notes that a reporter wants a report deleted. It leaves the map. Asking again changes nothing.
    func cancel(_ number: Int64, of reporter: User, by who: Attribution) async throws -> Report {
        try await write { database in
            let report = try Self.own(number, of: reporter, in: database)
            guard !report.deletionWanted else { return report }
            try database.execute(sql: "UPDATE report SET deletionWanted = 1 WHERE number = ?", arguments: [number])
            try Self.touch(number, .deletionWanted, reporter.id, by: who, in: database)
            try database.record(.cancel, "report \(number)", by: who)
            return try Self.required(number, in: database)
        }
    }

    private static func apply(_ edit: Edit, to report: Report, by who: Attribution, in database: Database) throws {
        let changes = edit.changes
        var contents = ReportContents(
            place: changes.place ?? report.place, phones: changes.phones,
            company: changed(report.company, to: changes.company), city: changes.city, district: changes.district,
            type: changes.type, address: changed(report.address, to: changes.address),
            comment: changed(report.comment, to: changes.comment))
        if changes.phones.isEmpty {
            contents.phones = try report.phones.map {
                ReportContents.PhoneOnPoster(number: try ReportContents.phone($0.written), written: $0.written)
            }
        }
        // A code that the report already has may have left the lists since.
        let choice = try ListChoice(contents, in: database)
        // The district of another city would be wrong.
        let keepsDistrict = choice.district == nil && (choice.city == nil || choice.city == report.city?.code)
        try database.execute(
            sql: """
                UPDATE report SET latitude = ?, longitude = ?, company = ?, address = ?, comment = ?,
                    city = ifnull(?, city), district = CASE WHEN ? THEN district ELSE ? END,
                    type = CASE WHEN ? THEN ? ELSE type END, holder = CASE WHEN ? THEN ? ELSE holder END
                WHERE number = ?
                """,
            arguments: [
                contents.place?.latitude, contents.place?.longitude, contents.company, contents.address,
                contents.comment, choice.city, keepsDistrict, choice.district, changes.type != nil, choice.type,
                changes.type != nil, choice.holder, report.number,
            ])
        if !changes.phones.isEmpty { try setPhones(changes.phones, of: report.number, in: database) }
        try index(report.number, contents, at: contents.place ?? report.place, in: database)
        try touch(report.number, .edited, edit.reporter.id, by: who, in: database)
        for member in changes.setMembers {
            try database.execute(
                sql: "INSERT OR REPLACE INTO editedMember SELECT number, ?, version FROM report WHERE number = ?",
                arguments: [member, report.number])
        }
    }

    /// What a text becomes by an edit.
    private static func changed(_ text: String?, to new: String?) -> String? {
        guard let new else { return text }
        return new.isEmpty ? nil : new
    }

    /// Gives a report its next version.
    static func touch(
        _ number: Int64, _ change: ChangeKind, _ user: AccountID, by who: Attribution, in database: Database
    ) throws {
        try database.execute(
            sql: "UPDATE report SET version = ?, change = ?, changedBy = ?, updated = ? WHERE number = ?",
            arguments: [
                try database.nextVersion(), change.rawValue, user.rawValue, who.moment.milliseconds, number,
            ])
    }

    private static func own(_ number: Int64, of reporter: User, in database: Database) throws -> Report {
        let report = try required(number, in: database)
        guard report.visibility(to: Viewer(reporter)) == .full else { throw ServiceError.notFound }
        guard report.reporter == reporter.id else {
            throw ServiceError(.forbidden, "Report \(number) is somebody else's; only its reporter can change it.")
        }
        return report
    }
}

extension ReportContents {
    /// The members that an edit sets, in the words that databases keep. A city and a district are one, because each goes with the
    /// other.
    fileprivate var setMembers: [String] {
        let members: [(isSet: Bool, name: String)] = [
            (place != nil, "place"), (!phones.isEmpty, "phones"), (company != nil, "company"),
            (city != nil || district != nil, "district"), (type != nil, "type"), (address != nil, "address"),
            (comment != nil, "comment"),
        ]
        return members.filter(\.isSet).map(\.name)
    }
}

extension ServiceError.Code {
    /// Another edit has set the same members of the report since the version that this one names.
    static let editedSince = Self(name: "editedSince", status: .conflict, exitStatus: .dataError)
}
