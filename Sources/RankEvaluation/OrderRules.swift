import AppGroup
import AppGroupPlatform

/// The order `name`.
struct NameRule: RankingRule {
    /// For each item, by number: how many names come before it, as a negative number.
    private let weights: [Double]
    private var known = 0

    init(_ names: [String]) {
        var natural = NaturalNames(capacity: names.count)
        for name in names { _ = natural.add(name, name) }
        var weights = [Double](repeating: 0, count: names.count)
        let ordered = natural.withComparison { areInOrder in names.indices.sorted(by: areInOrder) }
        for (place, item) in ordered.enumerated() { weights[item] = -Double(place) }
        self.weights = weights
    }

    var name: String { AppOrder.name.rawValue }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        for index in 0..<known { weights[index] = self.weights[index] }
    }

    mutating func learn(_ item: Int, at seconds: Int64) { known = max(known, item + 1) }
}

/// An ``AppOrder`` that goes by an app's usage or badge. The badge of an item is the number of its rises since its last use.
struct UsageRule: RankingRule {
    let order: AppOrder
    private var usages: [AppUsage] = []
    private var badges: [Int64] = []
    private var openings = AppOpening.Number.none

    init(order: AppOrder) { self.order = order }

    var name: String { order.rawValue }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        for (index, usage) in usages.enumerated() {
            weights[index] = order.weight(
                usage, badge: badges[index], recency: usage.lastOpening.value,
                frecency: Frecency.score(usage, lastOpeningOfGroup: openings), likelihood: nil)
        }
    }

    mutating func learn(_ item: Int, at seconds: Int64) {
        openings = openings.advanced(by: 1)
        if item == usages.count {
            usages.append(AppUsage())
            badges.append(0)
        }
        usages[item] = usages[item].opened(at: Timestamp(seconds: seconds), opening: openings)
        badges[item] = 0
    }

    mutating func badgeRose(_ item: Int, at seconds: Int64) { badges[item] += 1 }

    mutating func badgeCleared(_ item: Int) { badges[item] = 0 }
}

/// The order `smart`.
struct SmartRule: RankingRule {
    private let items: [Predictor.Item]
    private var predictor = Predictor()
    private var known = 0

    init(_ names: [String]) { items = names.map { Predictor.Item(value: FNV1a.hash($0.utf8)) } }

    var name: String { AppOrder.smart.rawValue }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        let prediction = predictor.prediction(at: seconds, excluding: current.map { items[$0] })
        for index in 0..<known { weights[index] = prediction.likelihood(of: items[index]) }
    }

    mutating func learn(_ item: Int, at seconds: Int64) {
        predictor.learn(items[item], at: seconds)
        known = max(known, item + 1)
    }

    mutating func badgeRose(_ item: Int, at seconds: Int64) { predictor.badgeRose(of: items[item], at: seconds) }

    mutating func badgeCleared(_ item: Int) { predictor.badgeCleared(of: items[item]) }
}
