import CivilDates

/// A time zone: how far its clocks are ahead of UTC, at any moment.
struct Zone: Hashable {
    /// The name, such as `Europe/Kyiv`.
    let name: String
    /// The moments at which the offset changes, in order, in seconds since 1970 (UTC).
    private let changes: [Int64]
    /// The offset before the first change, and after each one, in seconds.
    private let offsets: [Int]
    /// What holds after the last change.
    private let rule: ZoneRule?

    static let utc = Zone(name: "UTC", changes: [], offsets: [0], rule: nil)

    /// - Parameter offsets: One more than there are changes.
    init(name: String, changes: [Int64], offsets: [Int], rule: ZoneRule?) {
        (self.name, self.changes, self.offsets, self.rule) = (name, changes, offsets, rule)
    }

    /// Seconds that the zone's clocks are ahead of UTC at a moment, in seconds since 1970.
    func offset(at moment: Int64) -> Int {
        if let rule, changes.last.map({ moment >= $0 }) ?? true { return rule.offset(at: moment) }
        return offsets[changes.partitioningIndex { $0 > moment }]
    }

    /// What the zone's clocks show at a moment.
    func localTime(at moment: Int64) -> LocalTime { LocalTime(seconds: moment + Int64(offset(at: moment))) }

    /// When the zone's clocks show a time.
    enum Occurrence: Equatable {
        case once(Int64)
        /// Clocks are set back over this time: first one moment, then the other.
        case twice(Int64, Int64)
        /// Clocks are set forward over this time: the last minute before, the first moment after, and that moment.
        case never(before: LocalTime, after: LocalTime, moment: Int64)
    }

    /// When the zone's clocks show this time.
    func occurrence(of time: LocalTime) -> Occurrence {
        // No zone is more than a day away from UTC, and none changes its offset twice in two days.
        let (early, late) = (offset(at: time.seconds - 86_400), offset(at: time.seconds + 86_400))
        let moments = Set([early, late].map { time.seconds - Int64($0) }).filter { localTime(at: $0) == time }.sorted()
        switch moments.count {
        case 1: return .once(moments[0])
        case 2: return .twice(moments[0], moments[1])
        default:
            let change = change(between: time.seconds - 86_400, and: time.seconds + 86_400)
            return .never(before: localTime(at: change - 60), after: localTime(at: change), moment: change)
        }
    }

    /// The moments of the day that begins at a midnight, which may have 23 or 25 hours.
    func moments(ofDayAt midnight: LocalTime) -> Range<Int64> {
        let edges = [midnight, midnight.midnight(addingDays: 1)].map { time in
            switch occurrence(of: time) {
            // Somewhere, clocks are set forward at midnight.
            case .once(let moment), .twice(let moment, _), .never(_, _, let moment): moment
            }
        }
        return edges[0]..<edges[1]
    }

    /// The moment at which the offset changes, by bisection.
    private func change(between low: Int64, and high: Int64) -> Int64 {
        var (low, high) = (low, high)
        let before = offset(at: low)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// An offset, in seconds, as text, such as `+02:00` or `-03:30`.
    static func text(ofOffset offset: Int) -> String {
        CivilDateTime.text(ofOffset: offset / 60)
    }
}

extension Array {
    /// The index of the first element for which this holds; it must hold for all after it.
    fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
