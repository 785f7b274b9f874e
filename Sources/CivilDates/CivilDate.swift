/// A date of the proleptic Gregorian calendar, and its count of days from 1970-01-01.
///
/// The arithmetic counts years from March, so that the leap day comes last: Howard Hinnant, "chrono-Compatible Low-Level
/// Date Algorithms".
package struct CivilDate: Sendable, CustomStringConvertible {
    package let year: Int64
    package let month: Int64
    package let day: Int64

    /// `nil` if the calendar has no such day.
    package init?(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        let back = CivilDate(daysSinceEpoch: daysSinceEpoch)
        guard back.year == year, back.month == month, back.day == day else { return nil }
    }

    package init(daysSinceEpoch: Int64) {
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

    package var daysSinceEpoch: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// ISO 8601, `2026-03-04`; years before 0 and after 9999 with their sign.
    package var description: String {
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return "\(sign)\(Self.padded(abs(year), 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// A number that is not negative, with zeros before it up to this many digits.
    package static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
