/// The pauses between attempts. Their bound doubles with each failure, up to a limit. A random part of the bound, at least half,
/// is taken, so that clients that failed together do not come back together.
package struct Backoff: Sendable {
    /// The bound after the first failure.
    package var first: Duration
    /// The greatest bound.
    package var longest: Duration

    package init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The pause after some failures.
    ///
    /// - Parameter failures: How many; none counts as one.
    package func pause(after failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        min(longest, first * (1 << min(max(failures, 1) - 1, 16))) * Double.random(in: 0.5...1, using: &generator)
    }

    /// As ``pause(after:using:)``, from the system's source of random numbers.
    package func pause(after failures: Int) -> Duration {
        var generator = SystemRandomNumberGenerator()
        return pause(after: failures, using: &generator)
    }
}
