import Accounts
import AppGroup
import Foundation
import Serving

/// Files, edits and decides reports, for this server's own interface and for Open311.
struct Reports: Sendable {
    let store: PostersStore
    /// How many reports and edits one account may send. A person may come back from weeks without a network.
    private let filings = TokenBuckets<AccountID>(burst: ReportLimits.filings, interval: ReportLimits.filingInterval)

    init(store: PostersStore) { self.store = store }

    private func take(_ reporter: User, at now: Timestamp) throws(ServiceError) {
        guard let wait = filings.take(reporter.id, at: now) else { return }
        throw ServiceError(
            .tooManyAttempts, "You have sent too many reports and edits; try again in \(wait) s.", retryAfter: wait)
    }

    /// Files a report.
    ///
    /// - Parameters:
    ///   - key: The client's UUID for this request and its repetitions.
    ///   - url: The server's own, for the answer.
    /// - Returns: The report, and the encoded ``FiledReport``, which is the same for each repetition.
    /// - Throws: `forbidden` if the user may not file reports, `tooManyAttempts`, `invalid` with the limit, `photoMissing`,
    ///   `keyReused`, or `reportDeleted`.
    func file(
        _ new: NewReport, key: String?, reporter: User, url: String, by who: Attribution
    ) async throws -> (Report, Data) {
        guard reporter.role.mayFile else {
            throw ServiceError(.forbidden, "An account of the role \(reporter.role.rawValue) can't file reports.")
        }
        try take(reporter, at: who.moment)
        let filing = Filing(
            contents: try ReportContents(new), photos: try Self.photos(new.photos), reporter: reporter,
            repetition: try Self.repetition(key, of: new, "file"))
        return try await store.file(filing, by: who) { report in
            try JSON.encode(
                FiledReport(
                    report: ReportMessage(report, .full, to: Viewer(reporter), at: url),
                    warnings: Self.warnings(of: report)))
        }
    }

    /// Edits a report of the user's own.
    ///
    /// - Returns: The encoded ``EditedReport``, which is the same for each repetition.
    func edit(
        _ number: Int64, _ edit: ReportEdit, key: String?, reporter: User, url: String, by who: Attribution
    ) async throws -> Data {
        try take(reporter, at: who.moment)
        let changes = try ReportContents(edit)
        let summary = edit.summary
        guard !summary.isEmpty else {
            throw ServiceError(.invalid, "The edit changes nothing; name what to change.")
        }
        // A repetition may name another version. An earlier release, which does not know of versions, may have got the first request.
        var withoutVersion = edit
        withoutVersion.version = nil
        let request = Edit(
            number: number, changes: changes, summary: summary, version: edit.version, reporter: reporter,
            repetition: try Self.repetition(key, of: withoutVersion, "edit \(number)"))
        return try await store.edit(request, by: who) { report, applies in
            try JSON.encode(
                EditedReport(
                    report: ReportMessage(report, .full, to: Viewer(reporter), at: url), applied: applies,
                    notice: applies ? nil : Self.lateNotice(report)))
        }
    }

    /// Decides about a report. Only for supervisors.
    func decide(
        _ number: Int64, _ change: StatusChange, supervisor: AccountIdentity<User>, by who: Attribution
    ) async throws -> Report {
        guard change.status != .new else {
            throw ServiceError(.invalid, "A report can't become new again; use confirmed, rejected or removed.")
        }
        let reason = try Self.reason(change.reason)
        let decision = StatusDecision(
            number: number, status: change.status, reason: reason,
            removesReason: change.reason != nil && reason == nil, publishPhotos: change.publishPhotos,
            version: change.version)
        return try await store.decide(decision, supervisor, by: who)
    }

    /// A reason that somebody gets to read. A reason of spaces counts as none.
    static func reason(_ text: String?) throws(ServiceError) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        guard PlainText.isText(text, upTo: ReportLimits.reasonLength) else {
            throw ServiceError(
                .invalid, "A reason has at most \(ReportLimits.reasonLength) characters, and no control characters.")
        }
        return text
    }

    private static func photos(_ names: [String]) throws(ServiceError) -> [String] {
        guard ReportLimits.photos.contains(names.count) else {
            throw ServiceError(
                .invalid,
                "A report has \(ReportLimits.photos.lowerBound) to \(ReportLimits.photos.upperBound) photos, "
                    + "not \(names.count).")
        }
        for name in names where BlobDigest(name) == nil {
            throw ServiceError(.invalid, "“\(name.prefix(64))” is not a SHA-256; use 64 lowercase hexadecimal digits.")
        }
        guard Set(names).count == names.count else {
            throw ServiceError(.invalid, "A photo is there twice; name each photo once.")
        }
        return names
    }

    private static func repetition(
        _ key: String?, of request: some Encodable, _ operation: String
    ) throws -> Repetition? {
        guard let key else { return nil }
        guard let uuid = UUID(uuidString: key) else {
            throw ServiceError(
                .malformed, "The Idempotency-Key “\(key.prefix(64))” is not a UUID; send one, or leave the field out.")
        }
        let request = try JSON.encode(request)
        return Repetition(
            key: uuid.uuidString.lowercased(),
            request: BlobDigest(sha256Of: Array("\(operation)\n".utf8) + request).bytes)
    }

    private static func warnings(of report: Report) -> [String] {
        report.links.map { link in
            "The same number was reported \(link.distance) m away within \(ReportLimits.similarDays) days: "
                + "report \(link.number)."
        }
    }

    private static func lateNotice(_ report: Report) -> String {
        report.deletionWanted
            ? "You have asked for report \(report.number) to be deleted, so your edit was added as a comment."
            : "Report \(report.number) is \(report.status.rawValue) already, so your edit was added as a comment."
    }
}

extension ReportContents {
    init(_ new: NewReport) throws(ServiceError) {
        place = try Self.place(new.place)
        taken = try Self.time(new.taken)
        phones = try Self.phones(new.phones)
        company = try Self.line(new.company, "company")
        city = new.city
        district = new.district
        type = new.type
        address = try Self.line(new.address, "address")
        comment = try Self.comment(new.comment)
    }

    /// What an edit changes. A company, an address or a comment is empty if it is to be removed.
    init(_ edit: ReportEdit) throws(ServiceError) {
        place = try Self.place(edit.place)
        if let texts = edit.phones { phones = try Self.phones(texts) }
        company = try Self.line(edit.company, "company") ?? edit.company.map { _ in "" }
        // An edit that comes too late becomes a comment, so nothing looks its codes up in the lists.
        city = try Self.code(edit.city, "city")
        district = try Self.code(edit.district, "district")
        type = try Self.code(edit.type, "type")
        address = try Self.line(edit.address, "address") ?? edit.address.map { _ in "" }
        comment = try Self.comment(edit.comment) ?? edit.comment.map { _ in "" }
    }

    /// A code that has the right form, whether or not it is in the lists.
    private static func code(_ text: String?, _ kind: String) throws(ServiceError) -> String? {
        guard let text else { return nil }
        guard CityLists.isCode(text) else {
            throw ServiceError(
                .invalid, "“\(text.prefix(64))” can't be the code of a \(kind); choose one of GET /v1/lists.")
        }
        return text
    }

    private static func place(_ message: PlaceMessage?) throws(ServiceError) -> Place? {
        guard let message else { return nil }
        guard let place = Place(latitude: message.lat, longitude: message.long) else {
            throw ServiceError(
                .invalid,
                "\(message.lat), \(message.long) is not a place: the latitude is -90 to 90, the longitude -180 to 180.")
        }
        return place
    }
}

extension ReportEdit {
    /// The edit in words, one line for each change, for a comment.
    fileprivate var summary: String {
        let lines: [(String, String?)] = [
            ("Place", place.map { "\($0.lat), \($0.long)" }), ("Phones", phones?.joined(separator: "; ")),
            ("Company", company), ("City", city), ("District", district), ("Type", type), ("Address", address),
            ("Comment", comment),
        ]
        return lines.compactMap { name, text in
            text.map { "\(name): \($0.allSatisfy(\.isWhitespace) ? "(none)" : $0)" }
        }.joined(separator: "\n")
    }
}
