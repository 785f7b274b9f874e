import CivilDates

/// A date and a time of day as a clock on the wall shows them, without a zone (proleptic Gregorian calendar).
struct LocalTime: Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00 on that clock.
    let seconds: Int64

    init(seconds: Int64) { self.seconds = seconds }

    /// - Returns: nil if there is no such date or time.
    init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), let date = CivilDate(year: year, month: month, day: day),
            let time = CivilDateTime(date, hour: hour, minute: minute, second: second)
        else { return nil }
        seconds = time.secondsSinceEpoch
    }

    /// The days since 1970-01-01.
    var day: Int64 { seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400) }

    /// The same clock at midnight, some days later.
    func midnight(addingDays count: Int = 0) -> LocalTime { LocalTime(seconds: (day + Int64(count)) * 86_400) }

    /// 0 for a Sunday to 6 for a Saturday.
    var weekday: Int { Int(((day + 4) % 7 + 7) % 7) }

    private var civil: CivilDateTime { CivilDateTime(secondsSinceEpoch: seconds) }

    var date: CivilDate { civil.date }

    static func < (left: LocalTime, right: LocalTime) -> Bool { left.seconds < right.seconds }
}

extension LocalTime: CustomStringConvertible {
    /// Such as `2026-11-23 14:30`.
    var description: String { "\(dateText) \(clockText)" }

    /// Such as `2026-11-23` (ISO 8601).
    var dateText: String { "\(date)" }

    /// Such as `14:30`.
    var clockText: String { "\(CivilDate.digits(civil.hour, 2)):\(CivilDate.digits(civil.minute, 2))" }

    /// Such as `Mon`.
    var weekdayText: String { ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][weekday] }
}
