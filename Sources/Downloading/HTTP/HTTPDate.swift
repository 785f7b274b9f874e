import AppGroupPlatform
import CivilDates

/// Dates in HTTP in each of the forms that a recipient must accept (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and the
/// obsolete `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
public enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The seconds since 1970 in UTC; nil if the text has another form. The day of the week is not checked.
    public static func seconds(_ text: String) -> Int64? { seconds(text, now: SystemClock.milliseconds() / 1000) }

    /// - Parameter now: Seconds since 1970. A year of two digits is the latest one that is at most 50 years ahead.
    static func seconds(_ text: String, now: Int64) -> Int64? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        switch words.count {
        case 6 where words[0].hasSuffix(",") && words[5] == "GMT":
            return number(words[3], 1...9999).flatMap { seconds(year: $0, words[2], day: words[1], words[4]) }
        case 4 where words[0].hasSuffix(",") && words[3] == "GMT":
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3, date[2].utf8.count == 2, let digits = number(date[2], 0...99) else { return nil }
            let limit = now + 50 * secondsPerYear
            let latest = (1970 + limit / secondsPerYear + 1) / 100 * 100 + digits
            let moments = [latest, latest - 100, latest - 200].lazy.compactMap {
                seconds(year: $0, date[1], day: date[0], words[2])
            }
            return moments.first { $0 <= limit }
        case 5 where words[0].utf8.count == 3:
            return number(words[4], 1...9999).flatMap { seconds(year: $0, words[1], day: words[2], words[3]) }
        case 6 where words[0].utf8.count == 3 && words[2].isEmpty && words[3].utf8.count == 1:
            return number(words[5], 1...9999).flatMap { seconds(year: $0, words[1], day: words[3], words[4]) }
        default: return nil
        }
    }

    /// The mean length of a year in the Gregorian calendar.
    private static let secondsPerYear: Int64 = 31_556_952

    private static func seconds(year: Int64, _ month: Substring, day: Substring, _ time: Substring) -> Int64? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard let month = months.firstIndex(of: String(month)), let day = number(day, 1...31), clock.count == 3,
            let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            let second = number(clock[2], 0...60),
            let date = CivilDate(year: Int(year), month: month + 1, day: Int(day))
        else { return nil }
        return date.secondsSinceEpoch + hour * 3600 + minute * 60 + second
    }

    private static func number(_ digits: Substring, _ range: ClosedRange<Int64>) -> Int64? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits) else { return nil }
        return range.contains(number) ? number : nil
    }
}

extension ResponseHead {
    /// How many seconds the server asked clients to wait (`Retry-After`; RFC 9110, 10.2.3): 0 if that time has passed, and nil if
    /// it does not say. A date counts from the server's own `Date`, so that a wrong clock here does not matter.
    public var secondsToWait: Int64? {
        guard let value = self["retry-after"] else { return nil }
        if let seconds = Int64(value) { return max(0, seconds) }
        guard let end = HTTPDate.seconds(value), let now = self["date"].flatMap(HTTPDate.seconds) else { return nil }
        return max(0, end - now)
    }
}
