import AppGroupText
import GRDB
import PhoneNumbers

extension PostersStore {
    /// The reports that contain a text, newest first: in a phone number, in the report's number, or in its words.
    ///
    /// The text is searched for literally. The index of trigrams finds texts of three characters and more; for shorter ones, all
    /// texts are read.
    ///
    /// - Parameters:
    ///   - viewer: Supervisors search all reports, readers only for reports' numbers, others their own reports.
    ///   - before: Only smaller numbers.
    func reports(containing text: String, viewer: Viewer, before: Int64, limit: Int) async throws -> ReportList {
        let words = PlainText.folded(text)
        let alternatives: [String?] = PhonePattern(text)?.alternatives ?? [nil]
        return try await read { database in
            if viewer.role == .reader {
                return try ReportRows.list(
                    "instr(report.number, ?) > 0 AND deletionWanted = 0 AND report.number < ?", [words, before],
                    limit: limit, in: database)
            }
            let own = viewer.isSupervisor ? "" : "AND rowid IN (SELECT number FROM report WHERE reporter = ?)"
            let reporter: StatementArguments = viewer.isSupervisor ? [] : [viewer.user?.rawValue]
            let conditions = alternatives.map { Self.condition(words, $0) }
            // All pages belong to the same alternative, even if the next one is empty.
            let first = try conditions.dropLast().firstIndex { condition, arguments in
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM search WHERE \(condition) \(own))",
                    arguments: arguments + reporter) ?? false
            }
            let (condition, arguments) = conditions[first ?? conditions.endIndex - 1]
            return try ReportRows.list(
                """
                report.number IN (
                    SELECT rowid FROM search WHERE \(condition) AND rowid < ? \(own) ORDER BY rowid DESC LIMIT ?)
                """, arguments + [before] + reporter + [limit], limit: limit, in: database)
        }
    }

    private static func condition(_ words: String, _ digits: String?) -> (String, StatementArguments) {
        guard words.unicodeScalars.count >= 3, digits?.count ?? 3 >= 3 else {
            // One digit is too little of a phone number, but a report's number may have no more.
            let (column, wanted) = digits.map { ("digits", $0) } ?? ("rowid", words)
            return ("(instr(\(column), ?) > 0 OR instr(words, ?) > 0)", [wanted, words])
        }
        let inDigits = digits.map { "digits : \(phrase($0)) OR " } ?? ""
        return ("search MATCH ?", ["\(inDigits)words : \(phrase(words))"])
    }

    /// A text as FTS5 takes it literally.
    private static func phrase(_ text: String) -> String { "\"\(text.escaping(["\"": "\"\""]))\"" }
}
