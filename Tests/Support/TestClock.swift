import AppGroup
import TestSupport

/// A clock that stands still until it is told otherwise.
final class TestClock: Sendable {
    private let moment = Guarded(Timestamp(milliseconds: 1_700_000_000_000))

    var now: Timestamp { moment.value }

    func advance(milliseconds: Int64) {
        moment.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
    }

    func advance(days: Int) { moment.withLock { $0 = $0.adding(days: days) } }
}
