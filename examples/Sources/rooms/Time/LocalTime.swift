/// A date and a time of day as a clock on the wall shows them, without a zone (proleptic Gregorian calendar).
struct LocalTime: Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00 on that clock.
    let seconds: Int64

    init(seconds: Int64) { self.seconds = seconds }

    /// - Returns: nil if there is no such date or time.
    init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let days = Self.days(beforeYear: year) + Self.days(beforeMonth: month, of: year) + day - 1
        seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// The days since 1970-01-01.
    var day: Int64 { seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400) }

    /// The seconds since midnight.
    var secondOfDay: Int { Int(seconds - day * 86_400) }

    /// The same clock at midnight, some days later.
    func midnight(addingDays count: Int = 0) -> LocalTime { LocalTime(seconds: (day + Int64(count)) * 86_400) }

    /// 0 for a Sunday to 6 for a Saturday.
    var weekday: Int { Int(((day + 4) % 7 + 7) % 7) }

    /// Year, month and day.
    var date: (year: Int, month: Int, day: Int) {
        // The year is estimated from the length of an average one, and is then at most one too late.
        var year = Int((Double(day) / 365.2425).rounded(.down)) + 1971
        while Self.days(beforeYear: year) > day { year -= 1 }
        var rest = Int(day) - Self.days(beforeYear: year)
        var month = 1
        while rest >= Self.days(inMonth: month, of: year) {
            rest -= Self.days(inMonth: month, of: year)
            month += 1
        }
        return (year, month, rest + 1)
    }

    static func < (left: LocalTime, right: LocalTime) -> Bool { left.seconds < right.seconds }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func days(inMonth month: Int, of year: Int) -> Int {
        month == 2 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// The days from 1970-01-01 to the first day of a year from 1 on.
    private static func days(beforeYear year: Int) -> Int {
        let before = year - 1
        return before * 365 + before / 4 - before / 100 + before / 400 - 719_162
    }

    private static func days(beforeMonth month: Int, of year: Int) -> Int {
        (1..<month).reduce(0) { $0 + days(inMonth: $1, of: year) }
    }
}

extension LocalTime: CustomStringConvertible {
    /// Such as `2026-11-23 14:30`.
    var description: String { "\(dateText) \(clockText)" }

    /// Such as `2026-11-23` (ISO 8601).
    var dateText: String {
        let (year, month, day) = date
        let digits = String(year)
        return "\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)-\(Self.two(month))-\(Self.two(day))"
    }

    /// Such as `14:30`.
    var clockText: String { "\(Self.two(secondOfDay / 3600)):\(Self.two(secondOfDay / 60 % 60))" }

    /// Such as `Mon`.
    var weekdayText: String { ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][weekday] }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
