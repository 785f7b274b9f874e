/// The last used first.
struct RecencyRule: RankingRule {
    private var last: [Double] = []
    private var events = 0.0

    var name: String { "mru" }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        for (index, last) in last.enumerated() { weights[index] = last }
    }

    mutating func learn(_ item: Int, at seconds: Int64) {
        events += 1
        if item == last.count { last.append(0) }
        last[item] = events
    }
}
