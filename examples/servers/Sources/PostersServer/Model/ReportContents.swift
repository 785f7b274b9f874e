import PhoneNumbers
import Serving

/// What a person says in a report, checked. Codes of lists and photos are checked later, where they are stored.
struct ReportContents: Hashable, Sendable {
    var place: Place?
    var taken: String?
    var phones: [PhoneOnPoster] = []
    var company: String?
    var city: String?
    var district: String?
    var type: String?
    var address: String?
    var comment: String?

    /// A phone number, and how it was written.
    struct PhoneOnPoster: Hashable, Sendable {
        let number: PhoneNumber
        let written: String
    }
}

extension ReportContents {
    /// Reads phone numbers.
    ///
    /// - Throws: `invalid`, with the limit, or with what was read.
    static func phones(_ texts: [String]) throws(ServiceError) -> [PhoneOnPoster] {
        guard ReportLimits.phones.contains(texts.count) else {
            throw ServiceError(
                .invalid,
                "A report has \(ReportLimits.phones.lowerBound) to \(ReportLimits.phones.upperBound) phone numbers, "
                    + "not \(texts.count).")
        }
        var phones: [PhoneOnPoster] = []
        for text in texts {
            let phone = PhoneOnPoster(number: try phone(text), written: text)
            guard !phones.contains(where: { $0.number == phone.number }) else {
                throw ServiceError(.invalid, "The number \(phone.number.e164) is there twice; name it once.")
            }
            phones.append(phone)
        }
        return phones
    }

    /// Reads one phone number.
    static func phone(_ text: String) throws(ServiceError) -> PhoneNumber {
        guard PlainText.isLine(text, upTo: ReportLimits.phoneLength) else {
            throw ServiceError(
                .invalid,
                "A phone number has at most \(ReportLimits.phoneLength) characters, and no control characters.")
        }
        do { return try PhoneNumber(parsing: text) } catch { throw ServiceError(.invalid, error.description) }
    }

    /// A line such as a company's name. A line of spaces counts as none.
    static func line(_ text: String?, _ name: String) throws(ServiceError) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        guard PlainText.isLine(text, upTo: ReportLimits.lineLength) else {
            throw ServiceError(
                .invalid,
                "The \(name) is one line of at most \(ReportLimits.lineLength) characters; shorten it.")
        }
        return text
    }

    /// A comment of several lines. A comment of spaces counts as none.
    static func comment(_ text: String?) throws(ServiceError) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        guard PlainText.isText(text, upTo: ReportLimits.commentLength) else {
            throw ServiceError(
                .invalid,
                "A comment has at most \(ReportLimits.commentLength) characters, and no control characters; this one has "
                    + "\(text.unicodeScalars.count).")
        }
        return text
    }

    /// A time with its offset, as RFC 3339 has it, or without one, as photos have it.
    static func time(_ text: String?) throws(ServiceError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let pattern =
            /\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)?/
        guard text.utf8.count <= 40, text.wholeMatch(of: pattern) != nil else {
            throw ServiceError(.invalid, "“\(text.prefix(40))” is not a time; write it as 2026-03-01T12:30:00+02:00.")
        }
        return text
    }
}
