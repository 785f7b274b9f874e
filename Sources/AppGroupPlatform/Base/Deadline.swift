/// A moment of the monotonic clock at which waiting ends.
package struct Deadline: Comparable, Sendable {
    /// The end of a wait that only an event ends.
    package static let never = Deadline(nanoseconds: .max)

    /// See ``SystemClock/monotonicNanoseconds()``.
    private let nanoseconds: Int64

    private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The end of a wait that begins now and is at most this long.
    package init(after wait: Duration) {
        self.init(nanoseconds: SystemClock.monotonicNanoseconds() + wait.nanosecondsToWait)
    }

    /// - Parameter microseconds: A moment of the monotonic clock, as libsystemd counts; the largest number is no moment.
    package init(atMicroseconds microseconds: UInt64) {
        self.init(nanoseconds: Int64(clamping: Int128(microseconds) * 1000))
    }

    package var hasPassed: Bool { nanoseconds <= SystemClock.monotonicNanoseconds() }

    /// The time that is left; zero once the moment has passed.
    package var rest: Duration { .nanoseconds(max(0, nanoseconds - SystemClock.monotonicNanoseconds())) }

    /// The time that is left, as poll(2) takes it: rounded up, so that the moment has passed after it; -1 for ``never``.
    package var pollMilliseconds: Int32 {
        guard self != .never else { return -1 }
        let rest = nanoseconds - SystemClock.monotonicNanoseconds()
        return rest > 0 ? Int32(clamping: rest / 1_000_000 + 1) : 0
    }

    /// Sleeps, but not beyond the moment.
    ///
    /// - Returns: False if the moment has passed already.
    package func sleep(atMost pause: Duration) -> Bool {
        let rest = rest
        guard rest > .zero else { return false }
        SystemClock.sleep(for: min(pause, rest))
        return true
    }

    package static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }
}
