/// A moment, as Open311 writes it: a date and a time with a zone (<https://www.w3.org/TR/NOTE-datetime>, RFC 3339).
public struct GeoTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let seconds: Int64

    /// Minutes east of UTC, in which the moment is written; from −1439 to 1439.
    public let offset: Int

    /// The years that can be written.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// A moment. Clamped to the years 1 to 9999.
    public init(seconds: Int64, offset: Int = 0) {
        self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
        self.offset = min(max(offset, -1439), 1439)
    }

    /// Reads `2026-05-06T07:08:09+02:00`, with `Z` or a zone, with or without seconds and fractions; nil if it is anything else.
    ///
    /// Fractions of a second are dropped. A time without a zone, and a date alone, which some clients send, count as UTC.
    public init?(_ text: some StringProtocol) {
        var scanner = TimeScanner(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2), year > 0, 1...12 ~= month, 1...Self.days(of: month, in: year) ~= day
        else { return nil }
        var (time, offset) = (0, 0)
        if scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") {
            guard let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2), hour < 24,
                minute < 60
            else { return nil }
            time = hour * 3600 + minute * 60
            if scanner.skip(":") {
                // A leap second counts as the second after it.
                guard let second = scanner.number(2), second <= 60 else { return nil }
                time += second
                if scanner.skip("."), !scanner.skipDigits() { return nil }
            }
            guard let zone = scanner.zone() else { return nil }
            offset = zone
        }
        guard scanner.isAtEnd else { return nil }
        self.init(seconds: Self.days(year, month, day) * 86400 + Int64(time) - Int64(offset * 60), offset: offset)
    }

    /// `2026-05-06T07:08:09+02:00`, or with `Z`.
    public var description: String {
        let local = min(max(seconds + Int64(offset) * 60, Self.range.lowerBound), Self.range.upperBound)
        let (days, time) = (local.flooredDivision(86400), Int(local - local.flooredDivision(86400) * 86400))
        let (year, month, day) = Self.date(days)
        let clock = "\(Self.two(time / 3600)):\(Self.two(time / 60 % 60)):\(Self.two(time % 60))"
        let zone =
            offset == 0 ? "Z" : "\(offset < 0 ? "-" : "+")\(Self.two(abs(offset) / 60)):\(Self.two(abs(offset) % 60))"
        let digits = String(year)
        return
            "\(String(repeating: "0", count: 4 - digits.count))\(digits)-\(Self.two(month))-\(Self.two(day))T\(clock)\(zone)"
    }

    /// Whether the one is earlier.
    public static func < (left: GeoTime, right: GeoTime) -> Bool { left.seconds < right.seconds }

    /// A moment this many days later, 86,400 seconds each.
    public func adding(days: Int64) -> GeoTime { GeoTime(seconds: seconds + days * 86400, offset: offset) }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar. Years begin in March here, so that leap days come last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let year = month < 3 ? year - 1 : year
        let (era, yearOfEra) = (year / 400, year % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return Int64(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
    }

    private static func date(_ days: Int64) -> (year: Int, month: Int, day: Int) {
        let days = Int(days) + 719_468
        let (era, dayOfEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month < 3 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func flooredDivision(_ other: Int64) -> Int64 {
        self >= 0 ? self / other : -((other - 1 - self) / other)
    }
}

/// Reads a time from left to right.
private struct TimeScanner<Text: StringProtocol> {
    private var rest: Text.UTF8View.SubSequence

    init(_ text: Text) { rest = text.utf8[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// A number of exactly this many digits.
    mutating func number(_ digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let byte = rest.first, 0x30...0x39 ~= byte else { return nil }
            value = value * 10 + Int(byte - 0x30)
            rest.removeFirst()
        }
        return value
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipDigits() -> Bool {
        let before = rest.count
        rest = rest.drop { 0x30...0x39 ~= $0 }
        return rest.count < before
    }

    /// Minutes east of UTC; nil if what comes is no zone. A plus sign in an address that was not encoded has become a space.
    mutating func zone() -> Int? {
        if rest.isEmpty || skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("-") {
            sign = -1
        } else if skip("+") || skip(" ") {
            sign = 1
        } else {
            return nil
        }
        guard let hours = number(2), hours < 24 else { return nil }
        _ = skip(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
