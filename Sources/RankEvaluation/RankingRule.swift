import AppGroup

/// A way to rank the items of one user, event by event. Items are numbered from 0 in the order in which they first appear.
protocol RankingRule {
    /// The name in a report.
    var name: String { get }

    /// Computes the weight of each known item, the most likely the largest; −∞ for an item that the rule has forgotten.
    ///
    /// - Parameters:
    ///   - weights: Has an element for each item; those of the known items are set.
    ///   - seconds: The moment, by the local wall clock.
    ///   - current: An item that cannot come next.
    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?)

    /// Learns an event.
    mutating func learn(_ item: Int, at seconds: Int64)

    /// Takes note that the badge of a known item rose.
    mutating func badgeRose(_ item: Int, at seconds: Int64)

    /// Takes note that the badge of a known item was cleared before the item was used.
    mutating func badgeCleared(_ item: Int)
}

extension RankingRule {
    /// Ignores badges.
    mutating func badgeRose(_ item: Int, at seconds: Int64) {}

    /// Ignores badges.
    mutating func badgeCleared(_ item: Int) {}
}

/// The rules that are measured.
enum RankingRules {
    /// Every ``AppOrder`` and the known rules, all without any events.
    ///
    /// - Parameter names: The names of a user's items, by number.
    static func all(names: [String]) -> [any RankingRule] {
        let orders = AppOrder.allCases.map { order -> any RankingRule in
            switch order {
            case .name: NameRule(names)
            case .smart: SmartRule(names)
            case .recent, .frequent, .frecency, .badge: UsageRule(order: order)
            }
        }
        return orders + [RecencyRule(), FrequencyRule(), ZoxideRule(), FirefoxRule()]
    }
}
