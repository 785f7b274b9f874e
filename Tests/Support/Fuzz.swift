import Foundation

/// How long tests with random input run: a moment each, or for as many seconds as `FUZZ_SECONDS` says.
package enum Fuzz {
    private static let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Int.init) ?? 0

    /// The seed itself, then ever new ones until the time is up.
    package static func seeds(from first: UInt64) -> some Sequence<UInt64> {
        let end = ContinuousClock.now + .seconds(seconds)
        return sequence(first: first) { ContinuousClock.now < end ? $0 &+ 1_000_003 : nil }
    }
}
