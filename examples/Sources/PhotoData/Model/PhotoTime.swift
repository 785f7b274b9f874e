/// When a photo was taken, as the camera's clock showed it.
public struct PhotoTime: Hashable, Sendable, CustomStringConvertible {
    /// The year: 1 to 9999.
    public let year: Int
    /// The month: 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int
    /// The hour: 0 to 23.
    public let hour: Int
    /// The minute: 0 to 59.
    public let minute: Int
    /// The second: 0 to 59.
    public let second: Int

    /// How many minutes the clock is ahead of UTC; nil if the camera doesn't say it.
    public let offset: Int?

    /// Reads the forms of EXIF: `2026:05:06 07:08:09`, and `+02:00` if there is an offset. Nil if there is no such
    /// time; an offset that can't be read counts as none.
    init?(exif text: [UInt8], offset: [UInt8]?) {
        func number(_ start: Int, _ length: Int) -> Int? {
            guard start + length <= text.count else { return nil }
            var number = 0
            for byte in text[start..<(start + length)] {
                guard 0x30...0x39 ~= byte else { return nil }
                number = number * 10 + Int(byte) - 0x30
            }
            return number
        }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2), let second = number(17, 2), year >= 1, 1...12 ~= month, day >= 1,
            day <= Self.days(in: month, of: year), hour < 24, minute < 60, second < 60
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        self.offset = offset.flatMap(Self.offset)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// `+02:00` or `Z`, in minutes. Clocks on Earth are at most 14 hours ahead and 12 hours behind.
    private static func offset(_ text: [UInt8]) -> Int? {
        if text == [UInt8(ascii: "Z")] { return 0 }
        guard text.count == 6, text[3] == UInt8(ascii: ":"),
            text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-")
        else { return nil }
        let digits = [1, 2, 4, 5].map { Int(text[$0]) - 0x30 }
        guard digits.allSatisfy({ 0...9 ~= $0 }), digits[2] < 6 else { return nil }
        let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
        let offset = text[0] == UInt8(ascii: "-") ? -minutes : minutes
        return -12 * 60...14 * 60 ~= offset ? offset : nil
    }

    /// The seconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter defaultOffset: Minutes ahead of UTC, for a camera that doesn't say them.
    public func seconds(defaultOffset: Int) -> Int {
        // Days from the first of March of year 0, so that leap days are the last of their years.
        let (shifted, place) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (153 * place + 2) / 5 + day - 1
        let clock = (hour * 60 + minute - (offset ?? defaultOffset)) * 60 + second
        return (days - 719_468) * 86_400 + clock
    }

    /// The time in the form of ISO 8601, with its offset if that is known: `2026-05-06T07:08:09+02:00`.
    public var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(repeating: "0", count: 4 - String(year).utf8.count) + String(year)
        let clock = "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))"
        guard let offset else { return clock }
        return clock + (offset < 0 ? "-" : "+") + "\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
    }
}
