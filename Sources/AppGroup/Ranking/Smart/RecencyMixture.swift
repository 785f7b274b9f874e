import AppGroupPlatform

/// How far the model is trusted, and how far “last used first”, which is hard to beat before any habit is known.
///
/// At the beginning, both count the same. Each opening then moves the odds by how much more likely one of them had found it, as
/// Bayes' rule says.
struct RecencyMixture: Sendable {
    /// The logarithm of the odds for the model.
    private(set) var logOdds = 0.0

    /// The odds stay within reach of some dozens of openings.
    private static let largestLogOdds = 28.0
    /// How likely the app that was opened last is the next one, beside 1 / (place · (place + 1)) for the others.
    private static let again = 0.05

    init() {}

    /// A stored mixture; `nil` if the number is impossible.
    init?(logOdds: Double) {
        guard abs(logOdds) <= Self.largestLogOdds else { return nil }
        self.logOdds = logOdds
    }

    /// How likely each app is by its place in the order of last use and by its badge alone.
    ///
    /// - Parameters:
    ///   - byRecency: The numbers of the apps, the last opened first.
    ///   - badges: What badges add to the scores.
    static func likelihoods(
        _ byRecency: [Int], badges: [(app: Int, score: Double)], excluding excluded: Int? = nil
    ) -> [Double] {
        var result = Array(repeating: 0.0, count: byRecency.count)
        for (place, app) in byRecency.enumerated() where app != excluded {
            result[app] = place == 0 ? again : 1 / Double(place * (place + 1))
        }
        // A greater power of e would not be finite.
        for badge in badges { result[badge.app] *= Libm.exp(min(badge.score, 500)) }
        let sum = result.reduce(0, +)
        return sum > 0 ? result.map { $0 / sum } : result
    }

    /// The likelihoods of the model, mixed with those by recency.
    func mixed(
        _ model: [Double], _ byRecency: [Int], badges: [(app: Int, score: Double)], excluding excluded: Int? = nil
    ) -> [Double] {
        // Nothing that can be seen is lost.
        guard logOdds < Self.largestLogOdds else { return model }
        let recency = Self.likelihoods(byRecency, badges: badges, excluding: excluded)
        let share = 1 / (1 + Libm.exp(logOdds))
        return zip(model, recency).map { (1 - share) * $0 + share * $1 }
    }

    /// Learns how likely the model and recency had found the opened app.
    mutating func learn(model: Double, recency: Double) {
        let sum = logOdds + Libm.log(model + 1e-9) - Libm.log(recency + 1e-9)
        logOdds = min(max(sum, -Self.largestLogOdds), Self.largestLogOdds)
    }
}
