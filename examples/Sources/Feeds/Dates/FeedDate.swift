public import AppGroup

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
    var dayOfYear: Int?
    var hour = 0
    var minute = 0
    var second = 0
    var milliseconds = 0

    /// Minutes east of UTC.
    var zone = 0

    /// The moment; nil if there is no such day or time. A leap second counts as the second after it.
    var timestamp: Timestamp? {
        guard let year, 1...9999 ~= year, 1...12 ~= month, 0...24 ~= hour, 0...59 ~= minute, 0...60 ~= second,
            abs(zone) < 24 * 60, hour < 24 || minute == 0 && second == 0
        else { return nil }
        let days: Int
        if let dayOfYear {
            guard 1...366 ~= dayOfYear else { return nil }
            days = Self.days(year: year, month: 1, day: 1) + dayOfYear - 1
        } else {
            guard 1...Self.length(ofMonth: month, year: year) ~= day else { return nil }
            days = Self.days(year: year, month: month, day: day)
        }
        let seconds = days * 86_400 + hour * 3600 + (minute - zone) * 60 + second
        return Timestamp(milliseconds: Int64(seconds) * 1000 + Int64(milliseconds))
    }

    /// Takes over to which half of the day the hour belongs.
    mutating func setHalf(isAfternoon: Bool) { hour = hour % 12 + (isAfternoon ? 12 : 0) }

    /// Days since 1970-01-01 in the Gregorian calendar.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        // Years that begin in March end with the leap day. An era has 400 years, 146,097 days.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The year that a number with this many digits means. Two digits mean a year from 1970 to 2069.
    static func year(_ number: (value: Int, digits: Int)) -> Int {
        number.digits > 2 ? number.value : number.value + (number.value < 70 ? 2000 : 1900)
    }
}
