public import AppGroup
import AppGroupPlatform
import CivilDates

/// The local time at one moment, from which other moments are worded as people say them.
public struct LocalClock: Sendable {
    /// The moment from which ``ago(_:)`` looks back.
    public let now: Timestamp
    /// The number of seconds that local time is ahead of UTC at that moment, which determines when days begin. It is read only
    /// once, because a list may word many moments.
    private let utcOffset: Int64

    /// The clock of this machine, at a moment.
    public init(at now: Timestamp) { self.init(at: now, utcOffset: SystemClock.utcOffset(at: now)) }

    init(at now: Timestamp, utcOffset: Int64) { (self.now, self.utcOffset) = (now, utcOffset) }

    /// The clock of this machine, now. Each call reads it again.
    public static var current: LocalClock { LocalClock(at: .now) }

    /// The time since a moment, such as “2 h ago”. A moment in the future counts as now, and one before 1970 as 1970.
    public func ago(_ moment: Timestamp) -> String {
        let then = min(max(0, moment.seconds), now.seconds)
        let age = now.seconds - then
        let day = localDay(of: then)
        let days = localDay(of: now.seconds) - day
        return switch age {
        case ..<60: "just now"
        case ..<3600: "\(age / 60) min ago"
        case _ where days == 0 || age < 12 * 3600: "\(age / 3600) h ago"
        case _ where days == 1: "yesterday"
        case _ where days < 30: "\(days) days ago"
        default: "on \(CivilDate(daysSinceEpoch: day))"
        }
    }

    private func localDay(of seconds: Int64) -> Int {
        CivilDateTime(secondsSinceEpoch: seconds + utcOffset).date.daysSinceEpoch
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
