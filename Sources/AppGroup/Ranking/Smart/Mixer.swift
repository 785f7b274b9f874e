import AppGroupPlatform

/// Weighs evidence: a multinomial logistic regression that learns its weights in use.
///
///     score(app) = Σ (weight[column] + weight[gap][column]) · evidence[app][column],   likelihood = softmax(score)
///
/// The columns of ``BadgeEvidence`` are weighed in the same way, and their sums of weights are never negative.
///
/// The weights start from values that fitted other histories. They follow the gradient of the log-likelihood of the opened apps,
/// in steps that shrink with the square root of their number.
struct Mixer: Sendable {
    /// One row that always counts, and one row for each class of gap; the columns are ``Evidence/Column``.
    private(set) var weights: [Double]
    /// The same rows of weights for the columns of ``BadgeEvidence``.
    private(set) var badgeWeights: [BadgeEvidence.Values]
    /// How many openings it has learned from.
    private(set) var steps: Int64 = 0

    /// The largest weight, of either sign. A larger number is damage.
    static let largestWeight = 1000.0
    static let largestStepCount: Int64 = 1 << 53

    private static let rate = 0.003
    private static let halvingOfRate = 500.0
    private static let largestSlope = 2.0

    /// Fitted to three phones and five users of a command line: docs/ranking.md says how. The last column, frequency,
    /// starts near 0: if it helps, it earns its weight.
    private static let initialWeights: [Double] = [
        0.14, 0.14, 0.14, 0.27, 0.11, 0.14, 0.43, 0.47, 0.19, 0.02,
        0.00, -0.11, -0.14, -0.08, 0.09, 0.25, -1.55, 0.44, 0.14, 0.00,
        -0.10, 0.00, 0.02, -0.02, 0.06, 0.02, -0.02, 0.43, 0.19, 0.00,
        -0.04, 0.00, 0.02, -0.04, 0.10, -0.03, 0.51, 0.12, -0.02, 0.00,
        -0.01, 0.01, -0.03, 0.05, 0.08, -0.06, 0.76, -0.19, -0.14, 0.00,
        -0.06, 0.05, 0.03, 0.01, 0.05, -0.05, 0.63, -0.40, -0.12, 0.00,
        -0.04, -0.05, 0.09, 0.40, 0.03, -0.09, 0.13, 0.02, 0.02, 0.00,
    ]

    /// What an opening teaches about badges: few openings follow a rise.
    private static let badgeRate = 0.02

    /// Fitted to two phones.
    private static let initialBadgeWeights: [BadgeEvidence.Values] = [
        [0.35, 0.05, 1.82, 0.95, 1.24],
        [-0.11, -0.05, -0.07, 0.00, -0.04],
        [-0.04, -0.04, 0.02, -0.24, 0.11],
        [-0.01, -0.04, 0.06, 0.06, -0.02],
        [0.07, -0.02, 0.08, 0.14, 0.03],
        [0.10, 0.16, 0.07, 0.07, 0.05],
        [0.02, 0.01, 0.02, 0.07, -0.01],
    ].map(BadgeEvidence.values)

    /// How many rows of weights there are.
    static let rows = 1 + Gap.classes

    init() { (weights, badgeWeights) = (Self.initialWeights, Self.initialBadgeWeights) }

    /// A stored mixer; `nil` if a number is impossible.
    ///
    /// - Parameters:
    ///   - weights: ``weights(of:)`` of all columns but the last.
    ///   - lastWeights: The weights of the last column.
    ///   - badgeWeights: ``badgeWeights(of:)`` of all columns but the last.
    ///   - lastBadgeWeights: The badge weights of the last column; `nil` for the initial ones.
    init?(weights: [Double], lastWeights: [Double], badgeWeights: [Double], lastBadgeWeights: [Double]?, steps: Int64) {
        let lastBadgeWeights =
            lastBadgeWeights ?? Mixer().badgeWeights(of: BadgeEvidence.width - 1..<BadgeEvidence.width)
        guard (0...Self.largestStepCount).contains(steps),
            let weights = Self.joined(weights, lastWeights, width: Evidence.width),
            let badgeWeights = Self.joined(badgeWeights, lastBadgeWeights, width: BadgeEvidence.width)
        else { return nil }
        self.weights = Array(weights.joined())
        self.badgeWeights = badgeWeights.map(BadgeEvidence.values)
        self.steps = steps
    }

    /// Rows of all columns but the last, each with the last one; `nil` if there are not ``rows``, or a weight is impossible.
    private static func joined(_ others: [Double], _ last: [Double], width: Int) -> [[Double]]? {
        guard others.count == rows * (width - 1), last.count == rows,
            (others + last).allSatisfy({ abs($0) <= largestWeight })
        else { return nil }
        return last.indices.map { others[$0 * (width - 1)..<($0 + 1) * (width - 1)] + [last[$0]] }
    }

    /// The weights of some columns, row by row.
    func weights(of columns: Range<Int>) -> [Double] {
        (0..<Self.rows).flatMap { row in columns.map { weights[row * Evidence.width + $0] } }
    }

    /// The weights of some columns of ``BadgeEvidence``, row by row.
    func badgeWeights(of columns: Range<Int>) -> [Double] {
        badgeWeights.flatMap { row in columns.map { row[$0] } }
    }

    /// The weights after a gap of this class.
    func weights(after gap: Int) -> [Double] {
        (0..<Evidence.width).map { weights[$0] + weights[(1 + gap) * Evidence.width + $0] }
    }

    /// The weights of ``BadgeEvidence`` after a gap of this class, none of them negative.
    func badgeWeights(after gap: Int) -> BadgeEvidence.Values {
        pointwiseMax(badgeWeights[0] + badgeWeights[1 + gap], .zero)
    }

    /// What badges add to the scores of apps: from 0 if something waits there, and up to 0 if nothing does.
    func badgeScores(_ evidence: Evidence) -> [(app: Int, score: Double)] {
        guard !evidence.badges.isEmpty else { return [] }
        let weights = badgeWeights(after: evidence.gap)
        return evidence.badges.map { ($0.app, (weights * $0.values).sum()) }
    }

    /// Each app's likelihood. They sum to 1 over all apps but the excluded one.
    func likelihoods(_ evidence: Evidence, excluding excluded: Int? = nil) -> [Double] {
        let weights = weights(after: evidence.gap)
        var result = Array(repeating: 0.0, count: evidence.count)
        for badge in badgeScores(evidence) { result[badge.app] = badge.score }
        var largest = -Double.infinity
        for app in 0..<evidence.count where app != excluded {
            var score = result[app]
            let row = app * Evidence.width
            for column in 0..<Evidence.width { score += weights[column] * evidence.values[row + column] }
            result[app] = score
            largest = max(largest, score)
        }
        var sum = 0.0
        for app in 0..<evidence.count where app != excluded {
            result[app] = Libm.exp(result[app] - largest)
            sum += result[app]
        }
        for app in 0..<evidence.count { result[app] = app == excluded ? 0 : result[app] / sum }
        return result
    }

    /// Moves the weights so that the opened app would have been more likely.
    mutating func learn(_ evidence: Evidence, opened: Int, likelihoods: [Double]) {
        var slope = Array(repeating: 0.0, count: Evidence.width)
        for app in 0..<evidence.count {
            let surprise = (app == opened ? 1 : 0) - likelihoods[app]
            let row = app * Evidence.width
            for column in 0..<Evidence.width { slope[column] += surprise * evidence.values[row + column] }
        }
        steps = min(steps + 1, Self.largestStepCount)
        let rate = Self.rate / (1 + Double(steps) / Self.halvingOfRate).squareRoot()
        for column in 0..<Evidence.width {
            let step = rate * min(max(slope[column], -Self.largestSlope), Self.largestSlope)
            for index in [column, (1 + evidence.gap) * Evidence.width + column] {
                weights[index] = min(max(weights[index] + step, -Self.largestWeight), Self.largestWeight)
            }
        }
        learnBadges(evidence, opened: opened, likelihoods: likelihoods, slowing: rate / Self.rate)
    }

    private mutating func learnBadges(_ evidence: Evidence, opened: Int, likelihoods: [Double], slowing: Double) {
        guard !evidence.badges.isEmpty else { return }
        var slope = BadgeEvidence.Values.zero
        for badge in evidence.badges {
            slope += ((badge.app == opened ? 1 : 0) - likelihoods[badge.app]) * badge.values
        }
        let largest = BadgeEvidence.Values(repeating: Self.largestSlope)
        let step = Self.badgeRate * slowing * slope.clamped(lowerBound: -largest, upperBound: largest)
        let bound = BadgeEvidence.Values(repeating: Self.largestWeight)
        for index in [0, 1 + evidence.gap] {
            badgeWeights[index] = (badgeWeights[index] + step).clamped(lowerBound: -bound, upperBound: bound)
        }
        // A sum below 0 would take long to come back.
        badgeWeights[0].clamp(lowerBound: .zero, upperBound: bound)
        for index in 1..<badgeWeights.count {
            badgeWeights[index] = pointwiseMax(badgeWeights[index], -badgeWeights[0])
        }
    }
}
