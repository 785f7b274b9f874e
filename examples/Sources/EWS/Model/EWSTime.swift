import CivilDates

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
        guard let time = text.withUTF8({ EWSTime(utf8: $0) }) else { return nil }
        self = time
    }

    init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let century = Self.number(bytes, at: 0), let years = Self.number(bytes, at: 2),
            let month = Self.number(bytes, at: 5), let day = Self.number(bytes, at: 8),
            let hour = Self.number(bytes, at: 11), let minute = Self.number(bytes, at: 14),
            let second = Self.number(bytes, at: 17)
        else { return nil }
        let year = century * 100 + years
        guard year > 0, let date = CivilDate(year: year, month: month, day: day),
            let clock = CivilDateTime(date, hour: hour, minute: minute, second: second),
            let offset = Self.offset(bytes, at: 19)
        else { return nil }
        self.init(seconds: Int(clock.secondsSinceEpoch) - offset)
    }

    /// The two digits at a place.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
        let (high, low) = (bytes[place] &- 0x30, bytes[place + 1] &- 0x30)
        return high < 10 && low < 10 ? Int(high) * 10 + Int(low) : nil
    }

    /// The offset from UTC in seconds, after a fraction of a second if there is one.
    private static func offset(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        var place = start
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            while place < bytes.count, 0x30...0x39 ~= bytes[place] { place += 1 }
            guard place > start + 1 else { return nil }
        }
        guard place < bytes.count else { return 0 }
        switch bytes[place] {
        case UInt8(ascii: "Z"): return place == bytes.count - 1 ? 0 : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard place == bytes.count - 6, bytes[place + 3] == UInt8(ascii: ":"),
                let hours = number(bytes, at: place + 1), let minutes = number(bytes, at: place + 4), hours <= 14,
                minutes < 60
            else { return nil }
            return (bytes[place] == UInt8(ascii: "+") ? 1 : -1) * (hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    /// The moment as EWS gets it: `2026-11-23T10:00:00Z`.
    public var description: String { "\(CivilDateTime(secondsSinceEpoch: Int64(seconds)))Z" }

    /// The earlier moment is less.
    public static func < (one: EWSTime, other: EWSTime) -> Bool { one.seconds < other.seconds }

    /// A moment this many seconds later.
    public func advanced(by seconds: Int) -> EWSTime { EWSTime(seconds: self.seconds + seconds) }
}
