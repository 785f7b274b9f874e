/// An ``AppOrder`` that goes by an app's usage. Nothing in a trace has a badge, so that to the order of badges all are
/// equal.
struct UsageRule: RankingRule {
    let order: AppOrder
    private var usages: [Usage] = []
    private var openings: Int64 = 0

    init(order: AppOrder) { self.order = order }

    var name: String { order.rawValue }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        for (index, usage) in usages.enumerated() {
            weights[index] = order.weight(
                usage, badge: 0, recency: usage.lastOpening,
                frecency: Frecency.score(usage, lastOpeningOfGroup: openings), likelihood: nil)
        }
    }

    mutating func learn(_ item: Int, at seconds: Int64) {
        openings += 1
        if item == usages.count { usages.append(Usage()) }
        usages[item] = usages[item].opened(at: Timestamp(seconds: seconds), opening: openings)
    }
}
