import AppGroup

/// When something happened, as a person would say it.
enum RelativeTime {
    /// - Parameters:
    ///   - then: Seconds since 1970-01-01 UTC. The future counts as now, what was before 1970 as 1970.
    ///   - now: Seconds since 1970-01-01 UTC.
    ///   - utcOffset: Seconds that the local clock is ahead of UTC; it decides where days begin.
    static func phrase(for then: Int, now: Int, utcOffset: Int) -> String {
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
        default: "on \(CivilDate(daysSinceEpoch: Int64(day)))"
        }
    }

    private static func localDay(of time: Int, _ utcOffset: Int) -> Int {
        // Neither is a day before 1970, so that this rounds down.
        (time + utcOffset + 86_400) / 86_400 - 1
    }
}
