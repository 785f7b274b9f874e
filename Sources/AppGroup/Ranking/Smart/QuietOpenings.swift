import AppGroupPlatform

/// How often each app is opened while nothing waits behind its badge, for apps with something waiting at times.
///
/// An app that is opened to read what arrived is seldom opened otherwise. Both sums of an app fade with each opening of the
/// group at which nothing waits there, so that habits can change.
struct QuietOpenings: Sendable {
    /// For each app: how often it was the next one then.
    private(set) var observed: [Double]
    /// For each app: how often it would have been the next one if only its frequency mattered.
    private(set) var expected: [Double]

    /// The sums remember about the last 500 openings.
    private static let fading = 0.998
    /// How many expected openings the frequency is worth.
    private static let trustInFrequency = 4.0
    /// No sum gets larger than this: 1 / (1 − ``fading``), and some room for rounding.
    private static let largestSum = 501.0

    init(apps: Int = 0) {
        observed = Array(repeating: 0, count: apps)
        expected = observed
    }

    /// Stored sums; `nil` if a number is impossible.
    init?(observed: [Double], expected: [Double]) {
        guard (observed + expected).allSatisfy({ (0...Self.largestSum).contains($0) }) else { return nil }
        (self.observed, self.expected) = (observed, expected)
    }

    mutating func addApp() {
        observed.append(0)
        expected.append(0)
    }

    mutating func forget(_ app: Int) { (observed[app], expected[app]) = (0, 0) }

    /// Counts a chance of an app behind whose badge nothing waits.
    ///
    /// - Parameter likelihood: How likely it is by its frequency alone.
    mutating func count(_ app: Int, likelihood: Double, opened: Bool) {
        observed[app] = observed[app] * Self.fading + (opened ? 1 : 0)
        expected[app] = expected[app] * Self.fading + likelihood
    }

    /// The logarithm of how much less often an app is opened then than by its frequency; at most 0.
    func evidence(of app: Int) -> Double {
        guard observed[app] < expected[app] else { return 0 }
        return Libm.log((observed[app] + Self.trustInFrequency) / (expected[app] + Self.trustInFrequency))
    }
}
