import Accounts
import AppGroup
import Foundation
import GRDB
import PhoneNumbers
import Serving

/// A report to store.
struct Filing: Sendable {
    let contents: ReportContents
    /// The SHA-256 of uploaded photos.
    let photos: [String]
    let reporter: User
    let repetition: Repetition?
}

/// How a repeated request is recognized: the client's key, and the SHA-256 of what it asks.
struct Repetition: Sendable {
    let key: String
    let request: [UInt8]
}

extension PostersStore {
    /// Stores a report, or finds the answer to the same request.
    ///
    /// - Parameter answer: Encodes the answer to the new report, which is kept for repetitions.
    /// - Returns: The report, and the answer.
    /// - Throws: `keyReused` if the key was used for another request; `reportDeleted` if it was used for a report that is deleted;
    ///   `photoMissing`; `invalid` if the report has no place, or names something that is not in the lists.
    func file(
        _ filing: Filing, by who: Attribution, answer: @escaping @Sendable (Report) throws -> Data
    ) async throws -> (Report, Data) {
        try await write { database in
            let earlier = try Self.earlier(filing.repetition, of: filing.reporter.id, in: database) { report, _ in
                try answer(report)
            }
            if let earlier { return earlier }
            let number = try Self.insert(filing, by: who, in: database)
            try database.record(.file, "report \(number)", by: who)
            let report = try Self.required(number, in: database)
            let body = try answer(report)
            try Self.keep(body, for: filing.repetition, of: filing.reporter.id, report: number, who, in: database)
            return (report, body)
        }
    }

    private static func insert(_ filing: Filing, by who: Attribution, in database: Database) throws -> Int64 {
        let contents = filing.contents
        let photos = try self.photos(of: filing, in: database)
        guard let place = contents.place ?? photos.lazy.compactMap(\.place).first else {
            throw ServiceError(.invalid, "The report has no place, and its photos have none; say where it is.")
        }
        let choice = try ListChoice(contents, in: database)
        try database.execute(
            sql: """
                INSERT INTO report (version, change, changedBy, reporter, key, status, filed, updated, taken, latitude,
                    longitude, address, city, district, type, holder, company, comment)
                VALUES (?, 'filed', ?, ?, ?, 'new', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                try database.nextVersion(), filing.reporter.id.rawValue, filing.reporter.id.rawValue,
                filing.repetition?.key, who.moment.milliseconds, who.moment.milliseconds,
                contents.taken ?? photos.lazy.compactMap(\.taken).first, place.latitude, place.longitude,
                contents.address, choice.city, choice.district, choice.type, choice.holder, contents.company,
                contents.comment,
            ])
        let number = database.lastInsertedRowID
        for (position, photo) in filing.photos.enumerated() {
            try database.execute(
                sql: "INSERT INTO reportPhoto VALUES (?, ?, ?)", arguments: [number, position, photo])
        }
        try database.execute(
            sql: "INSERT INTO decision (report, status, moment) VALUES (?, 'new', ?)",
            arguments: [number, who.moment.milliseconds])
        try setPhones(contents.phones, of: number, in: database)
        try index(number, contents, at: place, in: database)
        for similar in try similar(to: number, contents.phones, at: place, now: who.moment, in: database) {
            try database.execute(
                sql: "INSERT INTO link VALUES (?, ?, ?)", arguments: [number, similar.number, similar.distance])
        }
        return number
    }

    private static func photos(of filing: Filing, in database: Database) throws -> [StoredPhoto] {
        try filing.photos.map { name in
            let row = try Row.fetchOne(database, sql: "SELECT * FROM photo WHERE sha256 = ?", arguments: [name])
            guard let photo = try row.map(StoredPhoto.init(row:)),
                try mayBeSeen(photo, by: Viewer(filing.reporter), in: database)
            else {
                throw ServiceError(
                    .photoMissing, "The photo \(name) is not on the server; upload it, then file the report.")
            }
            return photo
        }
    }

    static func setPhones(_ phones: [ReportContents.PhoneOnPoster], of report: Int64, in database: Database) throws {
        try database.execute(sql: "DELETE FROM phone WHERE report = ?", arguments: [report])
        for (position, phone) in phones.enumerated() {
            try database.execute(
                sql: "INSERT INTO phone VALUES (?, ?, ?, ?, ?)",
                arguments: [report, position, phone.number.e164, phone.number.extension, phone.written])
        }
    }

    /// Puts a new or changed report in the indexes of places and texts.
    static func index(
        _ number: Int64, _ contents: ReportContents, at place: Place, in database: Database
    ) throws {
        try database.execute(sql: "DELETE FROM reportPlace WHERE number = ?", arguments: [number])
        try database.execute(
            sql: "INSERT INTO reportPlace VALUES (?, ?, ?, ?, ?)",
            arguments: [number, place.longitude, place.longitude, place.latitude, place.latitude])
        let digits = ["\(number)"] + contents.phones.map { $0.number.searchText(printedAs: $0.written) }
        let words = [contents.company, contents.address, contents.comment].compactMap { $0.map(PlainText.folded) }
        try database.execute(sql: "DELETE FROM search WHERE rowid = ?", arguments: [number])
        try database.execute(
            sql: "INSERT INTO search (rowid, digits, words) VALUES (?, ?, ?)",
            arguments: [number, digits.joined(separator: "\n"), words.joined(separator: "\n")])
    }

    /// Recent reports of the same numbers nearby, nearest first.
    private static func similar(
        to number: Int64, _ phones: [ReportContents.PhoneOnPoster], at place: Place, now: Timestamp,
        in database: Database
    ) throws -> [Report.SimilarReport] {
        let since = now.adding(days: -ReportLimits.similarDays)
        let numbers = try String(decoding: JSONEncoder().encode(phones.map(\.number.e164)), as: UTF8.self)
        var found: [Int64: Double] = [:]
        for box in place.boxes(within: ReportLimits.similarRadius) {
            // First the places, then the numbers: one number can have more reports than one place.
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT report.number, latitude, longitude
                    FROM reportPlace CROSS JOIN report ON report.number = reportPlace.number
                        CROSS JOIN phone ON phone.report = report.number
                    WHERE reportPlace.west <= ? AND reportPlace.east >= ? AND reportPlace.south <= ?
                        AND reportPlace.north >= ? AND filed >= ? AND report.number != ? AND deletionWanted = 0
                        AND phone.number IN (SELECT value FROM json_each(?))
                    """,
                arguments: [box.east, box.west, box.north, box.south, since.milliseconds, number, numbers])
            for row in rows {
                guard let other = try row.place() else { continue }
                let distance = place.distance(to: other)
                if distance <= ReportLimits.similarRadius { found[row["number"]] = distance }
            }
        }
        return found.map { Report.SimilarReport(number: $0, distance: Int($1.rounded())) }
            .sorted { ($0.distance, $0.number) < ($1.distance, $1.number) }
            .prefix(ReportLimits.similarCount).map { $0 }
    }
}

/// What a report chooses from the lists.
struct ListChoice {
    let city: String?
    let district: String?
    let type: String
    /// Who keeps objects of the type now.
    let holder: String?

    /// - Throws: `invalid` if something is not in the lists, or the district is in another city.
    init(_ contents: ReportContents, in database: Database) throws {
        func row(_ table: String, _ code: String, _ kind: String) throws -> Row {
            let sql = "SELECT * FROM \(table) WHERE code = ? AND position IS NOT NULL"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [code]) else {
                throw ServiceError(
                    .invalid, "There is no \(kind) “\(code.prefix(64))” in the lists; choose one of GET /v1/lists.")
            }
            return row
        }
        var city = contents.city
        if let code = city { _ = try row("city", code, "city") }
        if let code = contents.district {
            let own: String = try row("district", code, "district")["city"]
            guard city == nil || city == own else {
                throw ServiceError(.invalid, "The district \(code) is in the city \(own), not in \(city ?? "").")
            }
            city = own
        }
        let type = contents.type ?? CityLists.otherType
        holder = try row("objectType", type, "type")["holder"]
        self.city = city
        self.type = type
        district = contents.district
    }
}

extension ServiceError.Code {
    /// The key was used for another request.
    static let keyReused = Self(name: "keyReused", status: .unprocessableContent, exitStatus: .dataError)
    /// The request was done before, and its report is deleted.
    static let reportDeleted = Self(name: "reportDeleted", status: .gone, exitStatus: .noInput)
    /// A report names a photo that its reporter has not uploaded.
    static let photoMissing = Self(name: "photoMissing", status: .unprocessableContent, exitStatus: .dataError)
    static let notAPhoto = Self(name: "notAPhoto", status: .unsupportedMediaType, exitStatus: .dataError)
}
