/// A date and a time of day as a clock on the wall shows them, to the second and without a zone.
public struct CivilDateTime: Hashable, Sendable, CustomStringConvertible {
    /// The day.
    public let date: CivilDate
    /// Seconds since midnight: 0 to 86,399.
    public let secondOfDay: Int

    /// What a clock shows that many seconds after it showed 1970-01-01T00:00:00. In UTC, that is the time of the clock of the
    /// system; elsewhere, add the zone's offset from UTC.
    public init(secondsSinceEpoch: Int64) {
        let (days, rest) = secondsSinceEpoch.quotientAndRemainder(dividingBy: 86_400)
        date = CivilDate(daysSinceEpoch: Int(rest < 0 ? days - 1 : days))
        secondOfDay = Int(rest < 0 ? rest + 86_400 : rest)
    }

    /// Nil if a day has no such time: `hour` is 0 to 23, `minute` and `second` are 0 to 59.
    public init?(_ date: CivilDate, hour: Int, minute: Int, second: Int) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        self.date = date
        secondOfDay = hour * 3600 + minute * 60 + second
    }

    /// How many seconds after 1970-01-01T00:00:00 a clock shows this.
    public var secondsSinceEpoch: Int64 { date.secondsSinceEpoch + Int64(secondOfDay) }

    /// 0 to 23.
    public var hour: Int { secondOfDay / 3600 }
    /// 0 to 59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// 0 to 59.
    public var second: Int { secondOfDay % 60 }

    /// ISO 8601, `2026-03-04T05:06:07`.
    public var description: String {
        "\(date)T" + [hour, minute, second].map { CivilDate.digits($0, 2) }.joined(separator: ":")
    }

    /// An offset from UTC as ISO 8601 writes it after a time: `+02:00` or `-03:30`.
    ///
    /// - Parameter minutes: How far clocks are ahead of UTC; negative if they are behind it.
    public static func text(ofOffset minutes: Int) -> String {
        let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
        return "\(minutes < 0 ? "-" : "+")\(CivilDate.digits(hours, 2)):\(CivilDate.digits(rest, 2))"
    }
}
