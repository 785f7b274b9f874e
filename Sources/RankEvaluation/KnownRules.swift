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

/// The rule of zoxide, as its wiki describes it under “Algorithm”: a use adds 1 to a rank; the score is the rank times 4
/// within an hour of the last use, times 2 within a day, halved within a week, else quartered. Once all ranks sum to more
/// than 10,000 they are scaled to a sum of 9,000, and ranks below 1 are forgotten.
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

/// The frecency of Firefox before version 147, as its source documentation describes it: the number of uses, times the mean
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
