import AppGroup
import CivilDates

/// The current time, and the zone in which the user reads and types times.
struct Clock {
    /// Seconds since 1970.
    let now: Int64
    let zone: Zone

    /// The time of this moment, in the zone of this process.
    static var current: Clock { .local(at: .now) }

    /// A time in the zone of this process. If `TZ` can't be understood, it is UTC, as in the C library.
    static func local(at moment: Timestamp) -> Clock {
        let zone = ZoneFile.local(in: .current)
        if zone == nil { _ = warnOnce }
        return Clock(now: moment.seconds, zone: zone ?? .utc)
    }

    /// Times without a zone look right even if they are hours off.
    private static let warnOnce: Void = console.say(
        "This machine does not know the time zone that TZ names, so all times are in UTC: \(ProcessEnvironment.current["TZ"] ?? "")"
    )

    /// A moment as the user reads it: `14:30` today, `Tue 2026-11-24 14:30` on another day.
    func text(_ moment: Int64) -> String { Self.text(moment, in: zone, now: now) }

    /// The same, followed by the time in the room's zone if clocks there show another one.
    func text(_ moment: Int64, in there: Zone?) -> String {
        guard let there, there.offset(at: moment) != zone.offset(at: moment) else { return text(moment) }
        return "\(text(moment)) (\(text(moment, there: there)) there)"
    }

    private static func text(_ moment: Int64, in zone: Zone, now: Int64) -> String {
        zone.localTime(at: moment).day == zone.localTime(at: now).day
            ? clockText(moment, in: zone) : dayText(moment, in: zone)
    }

    /// What a clock shows, after the day.
    private static func dayText(_ moment: Int64, in zone: Zone) -> String {
        let time = zone.localTime(at: moment)
        return "\(time.weekdayText) \(time.dateText) \(clockText(moment, in: zone))"
    }

    /// What a clock shows. If clocks show it twice, the offset says which of the two moments is meant: `03:30+03:00`.
    private static func clockText(_ moment: Int64, in zone: Zone) -> String {
        let time = zone.localTime(at: moment)
        guard case .twice = zone.occurrence(of: time) else { return time.clockText }
        return time.clockText + Zone.text(ofOffset: zone.offset(at: moment))
    }

    /// From one moment to another: `14:30–15:00`.
    func text(_ range: Range<Int64>, in there: Zone?) -> String {
        let here = Self.text(range, in: zone, now: now)
        guard let there, there.offset(at: range.lowerBound) != zone.offset(at: range.lowerBound) else { return here }
        let end = there.localTime(at: range.upperBound)
        let ending =
            end.day == there.localTime(at: range.lowerBound).day
            ? Self.clockText(range.upperBound, in: there) : Self.dayText(range.upperBound, in: there)
        return "\(here) (\(text(range.lowerBound, there: there))–\(ending) there)"
    }

    /// A moment in another zone: only the clock's time if the date is the same as here. Any other date is written, even today's:
    /// a bare time would be taken for the date here.
    private func text(_ moment: Int64, there: Zone) -> String {
        there.localTime(at: moment).day == zone.localTime(at: moment).day
            ? Self.clockText(moment, in: there) : Self.dayText(moment, in: there)
    }

    private static func text(_ range: Range<Int64>, in zone: Zone, now: Int64) -> String {
        let (start, end) = (zone.localTime(at: range.lowerBound), zone.localTime(at: range.upperBound))
        let ending =
            start.day == end.day ? clockText(range.upperBound, in: zone) : text(range.upperBound, in: zone, now: now)
        return "\(text(range.lowerBound, in: zone, now: now))–\(ending)"
    }

    /// A moment with its offset, for programs: `2026-11-23T14:30:00+02:00` (RFC 3339).
    func record(_ moment: Int64) -> String {
        let clock = CivilDateTime(secondsSinceEpoch: zone.localTime(at: moment).seconds)
        return "\(clock)\(Zone.text(ofOffset: zone.offset(at: moment)))"
    }
}
