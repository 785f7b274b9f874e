import Accounts
import AppGroup
import Foundation
import GRDB
import Serving

extension PostersStore {
    /// How long the answer to a request is kept word for word, in days. A later repetition gets the report as it is then.
    static let answerDays = 30

    /// The answer to an earlier request with the same key; `nil` if there was none.
    ///
    /// - Parameter answer: Encodes the answer again from the report and the moment of that request, if its words are gone.
    /// - Throws: `keyReused` if that request was another one, or `reportDeleted` if its report is deleted.
    static func earlier(
        _ repetition: Repetition?, of user: AccountID, in database: Database,
        _ answer: (Report, Timestamp) throws -> Data
    ) throws -> (Report, Data)? {
        guard let repetition,
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM answer WHERE user = ? AND key = ?",
                arguments: [user.rawValue, repetition.key])
        else { return nil }
        let request: Data = row["request"]
        guard Array(request) == repetition.request else {
            throw ServiceError(
                .keyReused, "The Idempotency-Key \(repetition.key) was used for another request; make a new one.")
        }
        guard let number: Int64 = row["report"] else {
            throw ServiceError(.reportDeleted, "This request was done before, and its report was deleted.")
        }
        let report = try required(number, in: database)
        let body: Data? = row["body"]
        return (report, try body ?? answer(report, Timestamp(milliseconds: row["moment"])))
    }

    static func keep(
        _ body: Data, for repetition: Repetition?, of user: AccountID, report: Int64, _ who: Attribution,
        in database: Database
    ) throws {
        guard let repetition else { return }
        try database.execute(
            sql: "INSERT INTO answer (user, key, request, report, body, moment) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                user.rawValue, repetition.key, Data(repetition.request), report, body, who.moment.milliseconds,
            ])
    }

    /// Drops the words of old answers.
    func forgetAnswers(at now: Timestamp) async throws {
        try await write { database in
            try database.execute(
                sql: "UPDATE answer SET body = NULL WHERE body IS NOT NULL AND moment < ?",
                arguments: [now.adding(days: -Self.answerDays).milliseconds])
        }
    }

    /// A report that exists. Throws `notFound`.
    static func required(_ number: Int64, in database: Database) throws -> Report {
        guard let report = try ReportRows.fetch([number], in: database).first else { throw ServiceError.notFound }
        return report
    }
}
