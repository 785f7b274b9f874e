import PhoneNumbers
import ToolDatabase

/// What a search looks into: the digits of a report's number and of its phone numbers, and its words.
struct SearchText {
    let digits: String
    let words: String

    init(of report: Report) {
        let phones = (report.phones ?? []).map { phone in
            (try? PhoneNumber(parsing: phone.number))?.searchText(printedAs: phone.written) ?? phone.number
        }
        // A line end is between two numbers, so that nothing is found across them.
        digits = ([String(report.number)] + phones).joined(separator: "\n")
        words =
            [
                report.company, report.comment, report.district?.name, report.city?.name, report.type.name,
                report.holder,
                report.address, report.reason, report.reporter,
            ].compactMap(\.self).joined(separator: " ").folded
    }
}
