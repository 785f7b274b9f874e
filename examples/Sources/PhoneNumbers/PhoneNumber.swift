/// A telephone number, the same for all the ways in which people write it.
///
/// Two numbers are equal if their digits after the country code, their country codes and their extensions are equal.
public struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a number, if Ukraine's numbering plan defines it.
    public enum Kind: String, Sendable, CaseIterable {
        /// A number of a place: Kyiv is 044.
        case fixed
        /// A number of a mobile network.
        case mobile
        /// A number that costs the caller nothing: 0800.
        case tollFree
        /// A number that costs more than a call: 0900.
        case premium
        /// A number of a service on the Internet: 089.
        case voip
    }

    /// The country code of ITU-T E.164, such as 380.
    public let countryCode: Int

    /// The digits after the country code, such as `441234567`. A trunk prefix is not part of them.
    public let significant: String

    /// The digits to dial after the call has been answered. They are part of neither ``e164`` nor ``national``.
    public let `extension`: String?

    /// Reads a number as a person writes it, with spaces, hyphens, dots, slashes and parentheses.
    ///
    /// Without a country code it is a number of Ukraine: `044 123 45 67`, `67 123 45 67`, `8 (044) 123-45-67` with the
    /// trunk prefix of before October 2009, `380 44 123 45 67`. Numbers of all countries begin with `+` or `00`. Digits
    /// of all scripts count. An extension follows a word such as `ext.`, `дод.` or `доб.`, `x` or `#`.
    ///
    /// - Throws: ``PhoneNumberError``, which quotes what was read, if this can't be a number.
    public init(parsing text: String) throws(PhoneNumberError) {
        let written = try WrittenNumber(text)
        if let international = written.international {
            (countryCode, significant) = try Self.international(international, written: written)
        } else {
            countryCode = UkrainianPlan.countryCode
            significant = try UkrainianPlan.significant(of: written)
        }
        self.extension = written.extension
    }

    /// Splits digits after the country code.
    private static func international(
        _ digits: Substring, written: WrittenNumber
    ) throws(PhoneNumberError) -> (Int, String) {
        guard digits.first != "0", let code = CountryCodes.prefix(of: digits) else {
            // Only a number that is long enough to show its country code has an unknown one.
            guard digits.utf8.count > 3 else { throw written.tooShort(Self.leastDigits) }
            throw PhoneNumberError(
                .country, "\(written.quoted) can't be a phone number: no country code begins with \(digits.prefix(3)).")
        }
        var rest = digits.dropFirst(String(code).utf8.count)
        if code == UkrainianPlan.countryCode {
            return (code, try UkrainianPlan.significant(afterCountryCode: rest, of: written))
        }
        // People write the trunk prefix that is left out abroad in parentheses: +44 (0)20 7946 0018. Italian numbers
        // begin with a zero that is dialed from everywhere.
        if code != 39, written.zeroInParentheses == written.digits.utf8.count - rest.utf8.count {
            rest = rest.dropFirst()
        }
        let count = String(code).utf8.count + rest.utf8.count
        guard count >= 6 else { throw written.tooShort(Self.leastDigits) }
        guard count <= 15 else { throw written.tooLong("a number with its country code has at most 15") }
        return (code, String(rest))
    }

    /// The shortest numbers that can be called from abroad are services of Iran, such as +98 9601.
    private static let leastDigits = "a number with its country code has at least 6"

    /// The number in the form of ITU-T E.164, without its extension: `+380441234567`.
    public var e164: String { "+\(countryCode)\(significant)" }

    /// The number as people in Ukraine write it, without its extension: `044 123 45 67`. A number of another country
    /// begins with its country code: `+49 301234567`.
    public var national: String {
        countryCode == UkrainianPlan.countryCode
            ? UkrainianPlan.written(significant) : "+\(countryCode) \(significant)"
    }

    /// The national form with the extension: `044 123 45 67 ext. 12`.
    public var description: String { self.extension.map { "\(national) ext. \($0)" } ?? national }

    /// The number as a link (RFC 3966): `tel:+380441234567;ext=12`.
    public var link: String { "tel:\(e164)" + (self.extension.map { ";ext=\($0)" } ?? "") }

    /// The kind of the number; nil for a number of another country, and for one that Ukraine's plan leaves unassigned.
    public var kind: Kind? { countryCode == UkrainianPlan.countryCode ? UkrainianPlan.kind(of: significant) : nil }
}
