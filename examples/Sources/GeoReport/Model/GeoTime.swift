import CivilDates

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
            let day = scanner.number(2), year > 0, let date = CivilDate(year: year, month: month, day: day)
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
        self.init(seconds: date.secondsSinceEpoch + Int64(time) - Int64(offset * 60), offset: offset)
    }

    /// `2026-05-06T07:08:09+02:00`, or with `Z`.
    public var description: String {
        let local = min(max(seconds + Int64(offset) * 60, Self.range.lowerBound), Self.range.upperBound)
        let zone = offset == 0 ? "Z" : CivilDateTime.text(ofOffset: offset)
        return "\(CivilDateTime(secondsSinceEpoch: local))\(zone)"
    }

    /// Whether the one is earlier.
    public static func < (left: GeoTime, right: GeoTime) -> Bool { left.seconds < right.seconds }

    /// A moment this many days later, 86,400 seconds each.
    public func adding(days: Int64) -> GeoTime { GeoTime(seconds: seconds + days * 86400, offset: offset) }
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
