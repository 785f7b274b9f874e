/// How high a ranking puts the next item, in percent: how often it was first, among the first three, four and five, and the mean
/// of 1 / place.
package struct RankFigures: Hashable, Sendable {
    package init() {}

    package private(set) var hit1 = 0.0
    package private(set) var hit3 = 0.0
    package private(set) var hit4 = 0.0
    package private(set) var hit5 = 0.0
    package private(set) var reciprocal = 0.0

    /// The figures with their names in reports.
    package var named: [(name: String, value: Double)] {
        [("hit@1", hit1), ("hit@3", hit3), ("hit@4", hit4), ("hit@5", hit5), ("mrr", reciprocal)]
    }

    /// Counts one event.
    ///
    /// - Parameter rank: The place of the next item, from 1; `nil` if it had none.
    mutating func count(_ rank: Int?) {
        guard let rank else { return }
        if rank <= 1 { hit1 += 1 }
        if rank <= 3 { hit3 += 1 }
        if rank <= 4 { hit4 += 1 }
        if rank <= 5 { hit5 += 1 }
        reciprocal += 1 / Double(rank)
    }

    /// The mean of several; `nil` if there are none.
    static func mean(_ all: [RankFigures]) -> RankFigures? {
        all.isEmpty ? nil : all.reduce(RankFigures()) { $0.adding($1) }.scaled(by: 1 / Double(all.count))
    }

    private func adding(_ other: RankFigures) -> RankFigures {
        var sum = self
        sum.hit1 += other.hit1
        sum.hit3 += other.hit3
        sum.hit4 += other.hit4
        sum.hit5 += other.hit5
        sum.reciprocal += other.reciprocal
        return sum
    }

    func scaled(by factor: Double) -> RankFigures {
        var scaled = self
        scaled.hit1 *= factor
        scaled.hit3 *= factor
        scaled.hit4 *= factor
        scaled.hit5 *= factor
        scaled.reciprocal *= factor
        return scaled
    }
}
