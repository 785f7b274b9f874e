/// A day of the proleptic Gregorian calendar.
struct CivilDate: Hashable, Sendable, CustomStringConvertible {
    let year: Int
    let month: Int
    let day: Int

    /// The day that many days after 1970-01-01, by Howard Hinnant's `civil_from_days`
    /// (https://howardhinnant.github.io/date_algorithms.html): years begin in March, so that the leap day comes last,
    /// and repeat every 146,097 days.
    init(daysSinceEpoch days: Int) {
        let shifted = days + 719_468  // from 0000-03-01
        let (era, dayOfEra) = shifted.dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// ISO 8601, `2026-03-04`.
    var description: String {
        [(year, 4), (month, 2), (day, 2)].map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }.joined(separator: "-")
    }
}

extension Int {
    /// Quotient rounded down and the remainder that belongs to it, never negative for a positive divisor.
    func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
