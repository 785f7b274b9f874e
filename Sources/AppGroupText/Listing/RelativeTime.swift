package import AppGroup
import AppGroupPlatform
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
        CivilDateTime(secondsSinceEpoch: Int64(time + utcOffset)).date.daysSinceEpoch
    }
}

/// Moments as a person reads them, by the clock of this machine.
///
/// The zone is the one that `TZ` names, or else the system's. Each moment has the offset that was in force then, so that an
/// hour in summer stays what the clock on the wall said.
package enum LocalTime {
    /// A date and a time of day in whole seconds, such as `2026-03-04 05:06:07`.
    package static func text(_ moment: Timestamp) -> String {
        let local = CivilDateTime(secondsSinceEpoch: moment.seconds + SystemClock.utcOffset(at: moment))
        return String("\(local)".map { $0 == "T" ? " " : $0 })
    }
}
