/// Replays the history of one user: at each event every rule ranks by the past alone, it is noted where what came next
/// stands, and then every rule learns it.
///
/// A place is 1 and the number of items that rank above; of two of the same weight the one that came later does.
struct UserReplay {
    /// Of each rule, summed over the scored events.
    private(set) var figures: [RankFigures]
    private(set) var scored = 0

    private var rules: [any RankingRule]
    private let excludingCurrent: Bool
    private let skip: Int
    /// How many items appeared so far.
    private var known = 0
    /// How many events there were so far.
    private var count = 0
    /// The number of each item's last event.
    private var last: [Int]
    private var weights: [Double]
    private var current: Int?

    /// - Parameters:
    ///   - names: The names of the user's items, in the order in which they first appear.
    ///   - ruleNames: Which rules to follow.
    init(names: [String], ruleNames: [String], excludingCurrent: Bool, skip: Int) {
        rules = RankingRules.all(names: names).filter { ruleNames.contains($0.name) }
        figures = rules.map { _ in RankFigures() }
        self.excludingCurrent = excludingCurrent
        self.skip = skip
        last = [Int](repeating: 0, count: names.count)
        weights = [Double](repeating: 0, count: names.count)
    }

    mutating func follow(_ item: Int, at seconds: Int64) {
        if count >= skip { score(item, at: seconds) }
        for index in rules.indices { rules[index].learn(item, at: seconds) }
        count += 1
        known = max(known, item + 1)
        last[item] = count
        if excludingCurrent { current = item }
    }

    private mutating func score(_ item: Int, at seconds: Int64) {
        scored += 1
        // One never seen before, and one that was said not to come next, has no place in any ranking.
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
