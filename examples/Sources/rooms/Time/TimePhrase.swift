import ToolProgram

/// A moment as a person types it: `now`, `14:30`, `tomorrow 9:00`, `2026-11-23T10:00`, with or without an offset from UTC.
enum TimePhrase: Equatable {
    case now
    /// A clock's time, some days from today.
    case clock(days: Int, hour: Int, minute: Int)
    /// A date and a time, and how far its clock is ahead of UTC in seconds, if that was said.
    case exact(LocalTime, offset: Int?)

    init(parsing text: String) throws(ToolError) {
        let words = text.lowercased()
        if words == "now" {
            self = .now
        } else if let match = words.wholeMatch(of: /(?:(today|tomorrow) +)?([0-9]{1,2}):([0-9]{2})/) {
            guard let hour = Int(match.2), let minute = Int(match.3), hour < 24, minute < 60 else {
                throw Self.unknown(text)
            }
            self = .clock(days: match.1 == "tomorrow" ? 1 : 0, hour: hour, minute: minute)
        } else {
            self = try Self.exact(text)
        }
    }

    /// ISO 8601 in its extended form; a space may stand for the T, and an hour may have one digit.
    private static func exact(_ text: String) throws(ToolError) -> TimePhrase {
        let form =
            /([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?([Zz]|[+-][0-9]{2}:?[0-9]{2})?/
        guard let match = text.wholeMatch(of: form) else { throw unknown(text) }
        let numbers = [match.1, match.2, match.3, match.4, match.5, match.6 ?? "0"].compactMap { Int($0) }
        guard numbers.count == 6,
            let time = LocalTime(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                second: numbers[5])
        else { throw ToolError.unreadable("“\(text)” is a date or a time that doesn't exist.") }
        guard let zone = match.7 else { return .exact(time, offset: nil) }
        let digits = zone.filter(\.isNumber)
        let (hours, minutes) = (Int(digits.prefix(2)) ?? 0, Int(digits.suffix(2)) ?? 0)
        guard hours < 24, minutes < 60 else { throw unknown(text) }
        return .exact(time, offset: (zone.first == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
    }

    private static func unknown(_ text: String) -> ToolError {
        .unreadable("“\(text)” is not a time such as now, 14:30, tomorrow 9:00 or 2026-11-23T10:00.")
    }

    /// The moment, in seconds since 1970.
    ///
    /// - Parameters:
    ///   - now: The current moment.
    ///   - zone: The zone of the person.
    ///   - choose: Called with two moments if clocks show the time twice; nil if there is nobody to ask.
    func moment(now: Int64, zone: Zone, choose: (Int64, Int64) -> Int64?) throws(ToolError) -> Int64 {
        let time: LocalTime
        switch self {
        case .now: return now
        case .exact(let local, let offset?): return local.seconds - Int64(offset)
        case .exact(let local, nil): time = local
        case .clock(let days, let hour, let minute):
            let midnight = zone.localTime(at: now).midnight(addingDays: days)
            time = LocalTime(seconds: midnight.seconds + Int64(hour * 3600 + minute * 60))
        }
        switch zone.occurrence(of: time) {
        case .once(let moment): return moment
        case .never(let before, let after, _):
            throw .unreadable(
                "\(time) doesn't exist in \(zone.name): clocks go from \(before.clockText) to \(after.clockText).")
        case .twice(let first, let second):
            if let choice = choose(first, second) { return choice }
            let forms = [first, second].map {
                "\(time.dateText)T\(time.clockText)\(Zone.text(ofOffset: zone.offset(at: $0)))"
            }
            throw .unreadable("\(time) occurs twice in \(zone.name). Choose one: \(forms[0]) or \(forms[1])")
        }
    }
}
