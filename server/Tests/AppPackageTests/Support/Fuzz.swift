import Foundation

/// How long each test with random input runs: two seconds, or as many as `FUZZ_SECONDS` says.
enum Fuzz {
    private static let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Int.init) ?? 2

    /// The seed itself, then ever new ones until the time is up.
    static func seeds(from first: UInt64) -> some Sequence<UInt64> {
        let end = ContinuousClock.now + .seconds(seconds)
        return sequence(first: first) { ContinuousClock.now < end ? $0 &+ 1_000_003 : nil }
    }
}
