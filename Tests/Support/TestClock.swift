package import AppGroup

/// A clock that stands still until it is told otherwise.
package final class TestClock: Sendable {
    private let moment = Guarded(Timestamp(milliseconds: 1_700_000_000_000))

    package init() {}

    package var now: Timestamp { moment.value }

    package func advance(milliseconds: Int64) {
        moment.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
    }

    package func advance(days: Int) { moment.withLock { $0 = $0.adding(days: days) } }
}
