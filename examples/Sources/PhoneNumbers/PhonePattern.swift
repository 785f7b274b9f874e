/// The digits of a part of a number to search for, at least two.
///
/// A pattern is literal. It has no wildcards, and leading zeros count.
public struct PhonePattern: Hashable, Sendable {
    /// The digits, from 0 to 9.
    public let digits: String

    /// Reads digits and what people write between them: `41-23`, `(044)`, `+380 44`.
    ///
    /// It is nil if there are other characters or fewer than two digits. No number contains such a text.
    public init?(_ text: String) {
        var digits = ""
        for scalar in text.unicodeScalars {
            if let digit = scalar.digit {
                digits.append(digit)
            } else if !scalar.isPhonePunctuation && scalar != "+" && scalar.properties.generalCategory != .format {
                return nil
            }
        }
        guard digits.utf8.count >= 2 else { return nil }
        self.digits = digits
    }

    /// What to look for one after the other, until something contains it: the digits; without the 00 in front of a country code; and
    /// the number that they are as a whole, in the form of E.164.
    public var alternatives: [String] {
        // No country code begins with 0.
        let international = digits.hasPrefix("00") && !digits.hasPrefix("000") ? String(digits.dropFirst(2)) : ""
        let whole = (try? PhoneNumber(parsing: digits)).map { String($0.e164.dropFirst()) } ?? ""
        var found = [digits]
        for form in [international, whole] where form.utf8.count >= 2 && !found.contains(form) { found.append(form) }
        return found
    }

    /// Whether a number contains the digits: as it is printed on a poster, in its national form, or in that of E.164.
    public func matches(_ number: PhoneNumber, printedAs printed: String) -> Bool {
        // Both are ASCII.
        let (text, pattern) = (Array(number.searchText(printedAs: printed).utf8), Array(digits.utf8))
        guard text.count >= pattern.count else { return false }
        return (0...(text.count - pattern.count)).contains { text[$0...].starts(with: pattern) }
    }
}

extension PhoneNumber {
    /// The digits in which a ``PhonePattern`` is looked for: as they are printed, in the national form, and in that of
    /// E.164, each on a line of its own unless it equals one before it.
    ///
    /// A database that stores this text finds numbers with `instr(text, pattern.digits)`.
    public func searchText(printedAs printed: String) -> String {
        let forms = [
            String(printed.unicodeScalars.compactMap(\.digit)), String(national.unicodeScalars.compactMap(\.digit)),
            "\(countryCode)\(significant)",
        ]
        var lines: [String] = []
        for form in forms where !form.isEmpty && !lines.contains(form) { lines.append(form) }
        return lines.joined(separator: "\n")
    }
}
