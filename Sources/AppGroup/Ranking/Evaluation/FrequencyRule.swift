/// The most often used first.
struct FrequencyRule: RankingRule {
    private var counts: [Double] = []

    var name: String { "mfu" }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        for (index, count) in counts.enumerated() { weights[index] = count }
    }

    mutating func learn(_ item: Int, at seconds: Int64) {
        if item == counts.count { counts.append(0) }
        counts[item] += 1
    }
}
