/// The rule of zoxide, as its wiki describes it under “Algorithm”: a use adds 1 to a rank; the score is the rank times 4
/// within an hour of the last use, times 2 within a day, halved within a week, else quartered. Once all ranks sum to more
/// than 10,000 they are scaled to a sum of 9,000, and what falls below 1 is forgotten.
struct ZoxideRule: RankingRule {
    private var ranks: [Double] = []
    private var last: [Int64] = []
    private var sum = 0.0

    private static let largestSum = 10_000.0

    var name: String { "zoxide" }

    func weigh(_ weights: inout [Double], at seconds: Int64, without current: Int?) {
        for (index, rank) in ranks.enumerated() {
            weights[index] = rank > 0 ? rank * Self.factor(age: seconds - last[index]) : -.infinity
        }
    }

    private static func factor(age: Int64) -> Double {
        switch age {
        case ..<3_600: 4
        case ..<86_400: 2
        case ..<604_800: 0.5
        default: 0.25
        }
    }

    mutating func learn(_ item: Int, at seconds: Int64) {
        if item == ranks.count {
            ranks.append(0)
            last.append(0)
        }
        ranks[item] += 1
        last[item] = seconds
        sum += 1
        guard sum > Self.largestSum else { return }
        let scale = 0.9 * Self.largestSum / sum
        ranks = ranks.map { $0 * scale < 1 ? 0 : $0 * scale }
        sum = ranks.reduce(0, +)
    }
}
