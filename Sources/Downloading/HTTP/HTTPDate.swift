/// Dates in HTTP such as `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that a sender may use (RFC 9110, 5.6.7).
public enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The seconds since 1970 in UTC; nil if the text has another form. The day of the week is not checked.
    public static func seconds(_ text: String) -> Int64? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
            let day = number(words[1], 1...31), let month = months.firstIndex(of: String(words[2])),
            let year = number(words[3], 1...9999)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            let second = number(clock[2], 0...60)
        else { return nil }
        return days(year: year, month: Int64(month) + 1, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static func number(_ digits: Substring, _ range: ClosedRange<Int64>) -> Int64? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits) else { return nil }
        return range.contains(number) ? number : nil
    }

    /// The days since 1970 in the Gregorian calendar. Counted from March, a leap day is the last one of its year.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
    }
}

extension ResponseHead {
    /// How many seconds the server wants to be left alone (`Retry-After`; RFC 9110, 10.2.3): 0 if that time has passed, and nil if
    /// it does not say. A date counts from the server's own `Date`, so that a wrong clock here does not matter.
    public var secondsToWait: Int64? {
        guard let value = self["retry-after"] else { return nil }
        if let seconds = Int64(value) { return max(0, seconds) }
        guard let end = HTTPDate.seconds(value), let now = self["date"].flatMap(HTTPDate.seconds) else { return nil }
        return max(0, end - now)
    }
}
