import Foundation

/// How long tests with random input run: for a moment, or for as many seconds as `FUZZ_SECONDS` says.
package enum Fuzz {
    /// The time in `FUZZ_SECONDS`, or a usual time if it is not set.
    package static func duration(usually usual: Duration) -> Duration {
        ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Double.init).map { .seconds($0) } ?? usual
    }

    /// The processor time of this thread in seconds, which doesn't depend on other work of the machine.
    package static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The seed itself, then new ones until the time is up, and at least a wanted number of them.
    package static func seeds(
        from first: UInt64, atLeast wanted: Int = 1, usually usual: Duration = .zero
    ) -> some Sequence<UInt64> {
        let end = ContinuousClock.now + duration(usually: usual)
        var count = 1
        return sequence(first: first) { seed in
            guard count < wanted || ContinuousClock.now < end else { return nil }
            count += 1
            return seed &+ 1_000_003
        }
    }
}
