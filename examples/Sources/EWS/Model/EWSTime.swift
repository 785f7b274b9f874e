/// A moment, to the second, without a time zone. EWS gets and sends it in UTC.
public struct EWSTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01 00:00 UTC, without leap seconds.
    public let seconds: Int

    /// The first and the last moment that EWS can write: the years 1 to 9999.
    static let range = -62_135_596_800...253_402_300_799

    /// A moment. Beyond the years 1 to 9999, it is the nearest one that EWS can write.
    public init(seconds: Int) { self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound) }

    /// Reads an XML Schema `dateTime` such as `2026-11-23T10:00:00Z`, `2026-11-23T12:00:00.000+02:00` or, as in availability
    /// answers, `2026-11-23T10:00:00`, which counts as UTC. Fractions of a second are cut off.
    /// - Returns: Nil if it is something else, or if there is no such day.
    public init?(_ text: String) {
        var text = text
        self.init(utf8: text.withUTF8 { Array($0) })
    }

    init?(utf8 bytes: some RandomAccessCollection<UInt8>) {
        var reader = DigitReader(bytes: Array(bytes)[...])
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), reader.take("T"), let hour = reader.number(2), reader.take(":"),
            let minute = reader.number(2), reader.take(":"), let second = reader.number(2),
            year > 0, 1...12 ~= month, 1...Self.days(year, month) ~= day, hour < 24, minute < 60, second < 60
        else { return nil }
        if reader.take(".") { guard reader.skipDigits() else { return nil } }
        var offset = 0
        if !reader.take("Z"), !reader.isAtEnd {
            let sign = reader.take("+") ? 1 : reader.take("-") ? -1 : 0
            guard sign != 0, let hours = reader.number(2), reader.take(":"), let minutes = reader.number(2), hours <= 14,
                minutes < 60
            else { return nil }
            offset = sign * (hours * 3600 + minutes * 60)
        }
        guard reader.isAtEnd else { return nil }
        self.init(seconds: Self.dayNumber(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset)
    }

    /// The moment as EWS gets it: `2026-11-23T10:00:00Z`.
    public var description: String {
        let day = (seconds - (seconds % 86400 + 86400) % 86400) / 86400
        let (year, month, date) = Self.date(day)
        let rest = seconds - day * 86400
        let digits = { (value: Int, count: Int) in
            String(repeating: "0", count: max(0, count - String(value).count)) + String(value)
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(date, 2))T"
            + "\(digits(rest / 3600, 2)):\(digits(rest / 60 % 60, 2)):\(digits(rest % 60, 2))Z"
    }

    /// The earlier moment is less.
    public static func < (one: EWSTime, other: EWSTime) -> Bool { one.seconds < other.seconds }

    /// A moment so many seconds later.
    public func advanced(by seconds: Int) -> EWSTime { EWSTime(seconds: self.seconds + seconds) }

    private static func days(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // Years begin in March, so that the leap day is the last one; 146,097 days are 400 years.

    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    private static func date(_ dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let index = (5 * dayOfYear + 2) / 153
        let month = index < 10 ? index + 3 : index - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * index + 2) / 5 + 1)
    }
}

/// Reads numbers of a fixed width.
private struct DigitReader {
    var bytes: ArraySlice<UInt8>

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func number(_ count: Int) -> Int? {
        guard bytes.count >= count else { return nil }
        var value = 0
        for byte in bytes.prefix(count) {
            guard 0x30...0x39 ~= byte else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        bytes = bytes.dropFirst(count)
        return value
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = bytes.first, byte == UInt8(ascii: character) else { return false }
        bytes = bytes.dropFirst()
        return true
    }

    mutating func skipDigits() -> Bool {
        let rest = bytes.drop { 0x30...0x39 ~= $0 }
        defer { bytes = rest }
        return rest.count < bytes.count
    }
}
