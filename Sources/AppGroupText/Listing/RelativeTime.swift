import CivilDates

/// Relative times, as people say them.
package enum RelativeTime {
    /// A phrase such as `2 h ago`.
    ///
    /// - Parameters:
    ///   - then: Seconds since 1970-01-01 UTC. A time in the future counts as now, and a time before 1970 as 1970.
    ///   - now: Seconds since 1970-01-01 UTC.
    ///   - utcOffset: The number of seconds that the local clock is ahead of UTC. It determines when days begin.
    package static func phrase(for then: Int, now: Int, utcOffset: Int) -> String {
        let then = min(max(0, then), now)
        let age = now - then
        let day = localDay(of: then, utcOffset)
        let days = localDay(of: now, utcOffset) - day
        return switch age {
        case ..<60: "just now"
        case ..<3600: "\(age / 60) min ago"
        case _ where days == 0 || age < 12 * 3600: "\(age / 3600) h ago"
        case _ where days == 1: "yesterday"
        case _ where days < 30: "\(days) days ago"
        default: "on \(CivilDate(daysSinceEpoch: day))"
        }
    }

    private static func localDay(of time: Int, _ utcOffset: Int) -> Int {
        // The result of the division is not negative, so it rounds down.
        (time + utcOffset + 86_400) / 86_400 - 1
    }
}

/// A number of things, such as `1 app` or `3 apps`.
public struct Quantity: CustomStringConvertible, Sendable {
    /// The number and the word that goes with it.
    public let description: String

    /// - Parameters:
    ///   - count: How many there are.
    ///   - singular: The word for one of them.
    ///   - plural: The word for any other number; `nil` for the singular with an s.
    public init(_ count: Int, _ singular: String, _ plural: String? = nil) {
        description = "\(count) \(count == 1 ? singular : plural ?? "\(singular)s")"
    }
}

/// Numbers with a fixed number of decimal places, for tables, without Foundation.
package enum Decimal {
    /// - Parameters:
    ///   - digits: The number of decimal places, 0 to 9.
    ///   - showsPlus: Whether a number that is not negative begins with a plus sign.
    package static func text(_ value: Double, digits: Int, showsPlus: Bool = false) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        guard value.isFinite, let scaled = Int64(exactly: (abs(value) * scale).rounded()) else { return "–" }
        let whole = scaled / Int64(scale)
        let part = String(scaled % Int64(scale))
        let fraction = digits == 0 ? "" : "." + String(repeating: "0", count: digits - part.count) + part
        let sign = value < 0 && scaled > 0 ? "-" : showsPlus ? "+" : ""
        return "\(sign)\(whole)\(fraction)"
    }
}
