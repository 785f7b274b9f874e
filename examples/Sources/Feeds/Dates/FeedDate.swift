public import AppGroup
import CivilDates

/// Reads the dates of feeds and mail: RFC 822 and ISO 8601 as they are specified, and in the many ways in which they are written.
public enum FeedDate {
    /// The moment that a date names; nil if it names none. A date without a zone is in UTC, and one without a time at midnight.
    public static func parse(_ text: String) -> Timestamp? {
        var text = text
        return text.withUTF8 { parse($0) }
    }

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        if let fields = UsualDate.parse(bytes) { return fields.timestamp }
        let text = bytes.string
        let beginning = bytes.count <= 100 ? text : String(text.prefix(100))
        return (ISODate.parse(beginning) ?? WordDate.parse(beginning))?.timestamp
    }
}

/// The parts of a date, as they were written.
struct DateFields {
    var year: Int?
    var month = 1
    var day = 1

    /// The day from 1 to 366, in place of month and day, which are then 1.
    var dayOfYear: Int?

    var hour = 0
    var minute = 0
    var second = 0
    var milliseconds = 0

    /// Minutes east of UTC.
    var zone = 0

    /// The moment; nil if there is no such day or time. A leap second counts as the second after it.
    var timestamp: Timestamp? {
        guard let year, 1...9999 ~= year, let date = CivilDate(year: year, month: month, day: day),
            1...366 ~= dayOfYear ?? 1, 0...24 ~= hour, 0...59 ~= minute, 0...60 ~= second, abs(zone) < 24 * 60,
            hour < 24 || minute == 0 && second == 0
        else { return nil }
        let days = date.daysSinceEpoch + (dayOfYear ?? 1) - 1
        let seconds = days * 86_400 + hour * 3600 + (minute - zone) * 60 + second
        return Timestamp(milliseconds: Int64(seconds) * 1000 + Int64(milliseconds))
    }

    /// Takes over to which half of the day the hour belongs.
    mutating func setHalf(isAfternoon: Bool) { hour = hour % 12 + (isAfternoon ? 12 : 0) }

    /// The year that a number with this many digits means. Two digits mean a year from 1970 to 2069.
    static func year(_ number: (value: Int, digits: Int)) -> Int {
        number.digits > 2 ? number.value : number.value + (number.value < 70 ? 2000 : 1900)
    }
}
