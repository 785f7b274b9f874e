/// Replays the history of one user. At each event, every rule ranks the items by the past alone, the place of the next item is
/// noted, and then every rule learns the event.
///
/// A place is 1 plus the number of items that rank higher. Of two items of the same weight, the later used one ranks higher.
struct UserReplay {
    /// The figures of each rule, summed over the scored events.
    private(set) var figures: [RankFigures]
    private(set) var scored = 0

    private var rules: [any RankingRule]
    private let excludingCurrent: Bool
    private let skip: Int
    private let badgeDelay: Int64
    /// The badges that rose less than ``badgeDelay`` seconds ago.
    private var recentRises: [(item: Int, seconds: Int64)] = []
    /// The number of items that appeared so far.
    private var known = 0
    /// The number of events so far.
    private var count = 0
    /// The number of each item's last event.
    private var last: [Int]
    private var weights: [Double]
    private var current: Int?

    /// - Parameters:
    ///   - names: The names of the user's items, in the order in which they first appear.
    ///   - ruleNames: The rules to follow.
    ///   - badgeDelay: For how many seconds after it rose no rule sees a badge.
    init(names: [String], ruleNames: [String], excludingCurrent: Bool, skip: Int, badgeDelay: Int64) {
        self.badgeDelay = badgeDelay
        rules = RankingRules.all(names: names).filter { ruleNames.contains($0.name) }
        figures = rules.map { _ in RankFigures() }
        self.excludingCurrent = excludingCurrent
        self.skip = skip
        last = [Int](repeating: 0, count: names.count)
        weights = [Double](repeating: 0, count: names.count)
    }

    /// - Parameter item: The number of the item that was used, or whose badge changed.
    mutating func follow(_ item: Int, _ kind: Trace.Event.Kind, at seconds: Int64) {
        switch kind {
        case .open: open(item, at: seconds)
        case .badge:
            // Nothing can be expected of an item that was never used.
            if item < known { recentRises.append((item, seconds)) }
        case .clear:
            guard item < known else { return }
            recentRises.removeAll { $0.item == item }
            for index in rules.indices { rules[index].badgeCleared(item) }
        }
    }

    private mutating func showRises(at seconds: Int64) {
        for rise in recentRises where rise.seconds <= seconds - badgeDelay {
            for index in rules.indices { rules[index].badgeRose(rise.item, at: rise.seconds) }
        }
        recentRises.removeAll { $0.seconds <= seconds - badgeDelay }
    }

    private mutating func open(_ item: Int, at seconds: Int64) {
        showRises(at: seconds)
        recentRises.removeAll { $0.item == item }
        if count >= skip { score(item, at: seconds) }
        for index in rules.indices { rules[index].learn(item, at: seconds) }
        count += 1
        known = max(known, item + 1)
        last[item] = count
        if excludingCurrent { current = item }
    }

    private mutating func score(_ item: Int, at seconds: Int64) {
        scored += 1
        // An item that was never seen before, or that is excluded, has no place in any ranking.
        guard item < known, item != current else { return }
        for index in rules.indices {
            rules[index].weigh(&weights, at: seconds, without: current)
            figures[index].count(rank(of: item))
        }
    }

    private func rank(of item: Int) -> Int? {
        let weight = weights[item]
        guard weight > -.infinity else { return nil }
        var above = 0
        for other in 0..<known where other != current {
            if weights[other] > weight || weights[other] == weight && last[other] > last[item] { above += 1 }
        }
        return above + 1
    }
}
