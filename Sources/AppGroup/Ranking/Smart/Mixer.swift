import AppGroupPlatform

/// Weighs evidence: a multinomial logistic regression that learns its weights in use.
///
///     score(app) = Σ (weight[column] + weight[gap][column]) · evidence[app][column],   likelihood = softmax(score)
///
/// The weights start from values that fitted other histories. They follow the gradient of the log-likelihood of the opened apps,
/// in steps that shrink with the square root of their number.
struct Mixer: Sendable {
    /// One row that always counts, and one row for each class of gap; the columns are ``Evidence/Column``.
    private(set) var weights: [Double]
    /// How many openings it has learned from.
    private(set) var steps: Int64 = 0

    /// The largest weight, of either sign. A larger number is damage.
    static let largestWeight = 1000.0
    static let largestStepCount: Int64 = 1 << 53

    private static let rate = 0.003
    private static let halvingOfRate = 500.0
    private static let largestSlope = 2.0

    /// Fitted to three phones and five users of a command line: docs/ranking.md says how.
    private static let initialWeights: [Double] = [
        0.14, 0.14, 0.14, 0.27, 0.11, 0.14, 0.43, 0.47, 0.19,
        0.00, -0.11, -0.14, -0.08, 0.09, 0.25, -1.55, 0.44, 0.14,
        -0.10, 0.00, 0.02, -0.02, 0.06, 0.02, -0.02, 0.43, 0.19,
        -0.04, 0.00, 0.02, -0.04, 0.10, -0.03, 0.51, 0.12, -0.02,
        -0.01, 0.01, -0.03, 0.05, 0.08, -0.06, 0.76, -0.19, -0.14,
        -0.06, 0.05, 0.03, 0.01, 0.05, -0.05, 0.63, -0.40, -0.12,
        -0.04, -0.05, 0.09, 0.40, 0.03, -0.09, 0.13, 0.02, 0.02,
    ]

    static var weightCount: Int { initialWeights.count }

    init() { weights = Self.initialWeights }

    /// A stored mixer; `nil` if a number is impossible.
    init?(weights: [Double], steps: Int64) {
        guard weights.count == Self.weightCount, (0...Self.largestStepCount).contains(steps),
            weights.allSatisfy({ abs($0) <= Self.largestWeight })
        else { return nil }
        self.weights = weights
        self.steps = steps
    }

    /// The weights after a gap of this class.
    func weights(after gap: Int) -> [Double] {
        (0..<Evidence.width).map { weights[$0] + weights[(1 + gap) * Evidence.width + $0] }
    }

    /// Each app's likelihood. They sum to 1 over all apps but the excluded one.
    func likelihoods(_ evidence: Evidence, excluding excluded: Int? = nil) -> [Double] {
        let weights = weights(after: evidence.gap)
        var result = Array(repeating: 0.0, count: evidence.count)
        var largest = -Double.infinity
        for app in 0..<evidence.count where app != excluded {
            var score = 0.0
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
    }
}
