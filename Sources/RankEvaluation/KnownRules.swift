/// The frecency of Firefox before version 122, as its source documentation describes it: the number of uses, times the mean
/// over the last 10 of them of 100 for one of the last 4 days, 70 of 14, 50 of 31, 30 of 90, and 10 for an older one.
struct FirefoxRule: RankingRule {
    private var counts: [Int] = []
    /// The times of each item's last uses, in a ring of ``sampled`` places.
    private var times: [Int64] = []

    private static let sampled = 10

    var name: String { "firefox" }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        for (index, count) in counts.enumerated() {
            let sampled = min(count, Self.sampled)
            var sum = 0
            for place in 0..<sampled { sum += Self.weight(age: seconds - times[index * Self.sampled + place]) }
            weights[index] = Double(count * sum) / Double(sampled)
        }
    }

    private static func weight(age: Int64) -> Int {
        switch age {
        case ...(4 * 86_400): 100
        case ...(14 * 86_400): 70
        case ...(31 * 86_400): 50
        case ...(90 * 86_400): 30
        default: 10
        }
    }

    mutating func learn(_ item: Int, at seconds: Int64) {
        if item == counts.count {
            counts.append(0)
            times.append(contentsOf: repeatElement(0, count: Self.sampled))
        }
        times[item * Self.sampled + counts[item] % Self.sampled] = seconds
        counts[item] += 1
    }
}
