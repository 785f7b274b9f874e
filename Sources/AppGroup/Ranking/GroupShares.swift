import AppGroupPlatform

/// How likely the next opening is to be in each of several groups: the counters behind ``Frecency``, run over the groups instead
/// of the apps. They sum to 1, or to 0 if nothing was opened.
///
/// Groups have nothing in common but the clock, so their openings are put in order of time.
struct GroupShares {
    private(set) var values: [Double]

    /// How many openings of all groups count, which is three half-lives of the slow counter.
    static let openings: Int64 = 300

    /// - Parameter moments: When apps of each group were opened: at least the last ``openings`` times, in any order.
    init(_ moments: [[Timestamp]]) {
        let openings = moments.enumerated().flatMap { group, moments in moments.map { (group: group, moment: $0) } }
            .sorted { $0.moment < $1.moment }
        let counted = openings.suffix(Int(Self.openings))
        // A group with none of these was used, too: the last one of each such group counts as if it came just before them.
        var known = Set(counted.map(\.group))
        let others = openings.dropLast(counted.count).reversed().filter { known.insert($0.group).inserted }
        var usages = Array(repeating: AppUsage(), count: moments.count)
        var number = AppOpening.Number.none
        for opening in others.reversed() + counted {
            number = number.advanced(by: 1)
            usages[opening.group] = usages[opening.group].opened(at: opening.moment, opening: number)
        }
        values = usages.map { Frecency.score($0, lastOpeningOfGroup: number) }
        scale()
    }

    /// Changes the shares to those that hold if one app is known not to be opened next.
    ///
    /// - Parameters:
    ///   - likelihood: How likely the app is the next one of its group.
    ///   - group: The place of its group.
    mutating func exclude(likelihood: Double, in group: Int) {
        values[group] *= max(0, 1 - likelihood)
        scale()
    }

    private mutating func scale() {
        let sum = values.reduce(0, +)
        if sum > 0 { values = values.map { $0 / sum } }
    }
}
