import Foundation

/// How long each test with random input runs: two seconds, or as many as `FUZZ_SECONDS` says.
enum Fuzz {
    private static let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Int.init) ?? 2

    /// The seed itself, then ever new ones until the time is up and there were as many as are wanted.
    static func seeds(from first: UInt64, atLeast wanted: Int = 1) -> some Sequence<UInt64> {
        let end = ContinuousClock.now + .seconds(seconds)
        var count = 1
        return sequence(first: first) { seed in
            guard count < wanted || ContinuousClock.now < end else { return nil }
            count += 1
            return seed &+ 1_000_003
        }
    }
}
