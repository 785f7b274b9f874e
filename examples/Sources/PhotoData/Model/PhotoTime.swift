import CivilDates

/// When a photo was taken, as the camera's clock showed it.
public struct PhotoTime: Hashable, Sendable, CustomStringConvertible {
    private let clock: CivilDateTime

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
            let minute = number(14, 2), let second = number(17, 2), year >= 1,
            let date = CivilDate(year: year, month: month, day: day),
            let clock = CivilDateTime(date, hour: hour, minute: minute, second: second)
        else { return nil }
        self.clock = clock
        self.offset = offset.flatMap(Self.offset)
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
        Int(clock.secondsSinceEpoch) - (offset ?? defaultOffset) * 60
    }

    /// The time in the form of ISO 8601, with its offset if that is known: `2026-05-06T07:08:09+02:00`.
    public var description: String { "\(clock)\(offset.map(CivilDateTime.text) ?? "")" }
}
