import CivilDates

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC, with milliseconds if there are any: `2026-03-04T05:06:07.089Z`.
    ///
    /// Years outside 0 to 9999, which RFC 3339 cannot write, keep ISO 8601's sign and extra digits.
    public var description: String {
        let millisecond = Int((milliseconds % 1000 + 1000) % 1000)
        let fraction = millisecond == 0 ? "" : "." + CivilDate.digits(millisecond, 3)
        return "\(CivilDateTime(secondsSinceEpoch: seconds))\(fraction)Z"
    }

    /// Reads RFC 3339's `date-time` (section 5.6); digits of a second beyond the third are dropped. `nil` for anything else.
    public init?(rfc3339 text: some StringProtocol) {
        var scanner = Scanner(bytes: Array(text.utf8))
        guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
            let day = scanner.number(2), scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(2), hour < 24, scanner.take(":"), let minute = scanner.number(2), minute < 60,
            scanner.take(":"), let second = scanner.number(2), second <= 60,
            let date = CivilDate(year: Int(year), month: Int(month), day: Int(day)),
            let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        let clock = hour * 3600 + minute * 60 + second - offset
        self.init(milliseconds: (date.secondsSinceEpoch + clock) * 1000 + fraction)
    }
}

private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func digit() -> Int64? {
        guard position < bytes.count, case 0x30...0x39 = bytes[position] else { return nil }
        position += 1
        return Int64(bytes[position - 1] - 0x30)
    }

    mutating func number(_ digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let next = digit() else { return nil }
            value = value * 10 + next
        }
        return value
    }

    /// Milliseconds; 0 if there is no fraction, `nil` if a period has no digits after it.
    mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        guard var value = digit() else { return nil }
        value = value * 10 + (digit() ?? 0)
        value = value * 10 + (digit() ?? 0)
        while digit() != nil {}
        return value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64 = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60 else {
            return nil
        }
        return sign * (hours * 3600 + minutes * 60)
    }
}
