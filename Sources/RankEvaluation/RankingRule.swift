/// The rules that are measured.
enum RankingRules {
    /// Every ``AppOrder``, and known rules beside them, all of which know nothing yet.
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
