/// How often the app at each place in the order of last use is the next one, after each class of gap.
struct Places: Sendable {
    /// How many places are distinguished; all further ones count as the last.
    static let count = 32

    /// A row for each class of gap. A new count is 1, and fades with each opening after a gap of this class.
    private(set) var counts: [Double]

    private static let fading = 0.995

    /// Without any openings, nearer places are more likely: 1 / (place · (place + 1)), worth about eight openings in all.
    init() {
        let row = (1...Self.count).map { place -> Double in 8 / Double(place * (place + 1)) }
        counts = (0..<Gap.classes).flatMap { _ in row }
    }

    /// Stored counts; `nil` if a number is impossible.
    init?(counts: [Double]) {
        guard counts.count == Gap.classes * Self.count, counts.allSatisfy({ (0...1000).contains($0) }) else {
            return nil
        }
        self.counts = counts
    }

    mutating func count(_ place: Int, after gap: Int) {
        for index in gap * Self.count..<(gap + 1) * Self.count { counts[index] *= Self.fading }
        counts[gap * Self.count + min(place, Self.count - 1)] += 1
    }

    /// How likely the app at each place is next, after a gap of this class.
    func likelihoods(after gap: Int) -> [Double] {
        let row = counts[gap * Self.count..<(gap + 1) * Self.count]
        let sum = row.reduce(0, +)
        return row.map { sum > 0 ? $0 / sum : 0 }
    }
}
