public import AppGroup
import AppGroupPlatform
import CivilDates

/// The local time at one moment, from which other moments are worded as people say them.
public struct LocalClock: Sendable {
    /// The moment from which ``ago(_:)`` looks back.
    public let now: Timestamp
    /// The local day of that moment. It is computed only once, because a list may word many moments.
    private let today: Int
    /// The number of seconds that local time is ahead of UTC at a moment, which determines when days begin. It may differ from
    /// moment to moment, as in summer and winter.
    private let utcOffset: @Sendable (Timestamp) -> Int64

    /// The clock of this machine, at a moment. Each other moment has the offset from UTC that was in force then.
    public init(at now: Timestamp) { self.init(at: now) { SystemClock.utcOffset(at: $0) } }

    init(at now: Timestamp, utcOffset: @escaping @Sendable (Timestamp) -> Int64) {
        self.now = now
        self.utcOffset = utcOffset
        today = Self.day(of: now.seconds, utcOffset: utcOffset(now))
    }

    /// The clock of this machine, now. Each call reads it again.
    public static var current: LocalClock { LocalClock(at: .now) }

    /// The time since a moment, such as “2 h ago”. A moment in the future counts as now, and one before 1970 as 1970.
    public func ago(_ moment: Timestamp) -> String {
        let then = min(max(0, moment.seconds), now.seconds)
        let age = now.seconds - then
        return switch age {
        case ..<60: "just now"
        case ..<3600: "\(age / 60) min ago"
        case ..<(12 * 3600): "\(age / 3600) h ago"
        default: ago(since: Self.day(of: then, utcOffset: utcOffset(Timestamp(seconds: then))), hours: age / 3600)
        }
    }

    /// The time since a moment of a day.
    ///
    /// - Parameter hours: The hours since that moment, in case the day is today.
    private func ago(since day: Int, hours: Int64) -> String {
        switch today - day {
        case ...0: "\(hours) h ago"
        case 1: "yesterday"
        case let days where days < 30: "\(days) days ago"
        default: "on \(CivilDate(daysSinceEpoch: day))"
        }
    }

    private static func day(of seconds: Int64, utcOffset: Int64) -> Int {
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
