/// A date of the proleptic Gregorian calendar, and its count of days from 1970-01-01.
///
/// The arithmetic counts years from March, so that the leap day comes last: Howard Hinnant, "chrono-Compatible Low-Level
/// Date Algorithms".
public struct CivilDate: Hashable, Sendable, CustomStringConvertible {
    /// The year; the one before the year 1 is 0.
    public let year: Int
    /// From 1 for January to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// `nil` if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...12 ~= month, 1...Self.days(inMonth: month, of: year) ~= day else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date of a day with a ``daysSinceEpoch``.
    public init(daysSinceEpoch: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of the day; that of 1970-01-01 is 0.
    public var daysSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Seconds from 1970-01-01T00:00:00Z to midnight UTC at the beginning of the day.
    public var secondsSinceEpoch: Int64 { Int64(daysSinceEpoch) * 86_400 }

    /// - Parameter month: 1 to 12.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether a year has a leap day.
    public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// ISO 8601, `2026-03-04`; years before 0 and after 9999 with their sign.
    public var description: String {
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return "\(sign)\(Self.digits(abs(year), 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    }

    /// A number that is not negative, with zeros before it up to this many digits.
    public static func digits(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
