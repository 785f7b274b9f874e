import Synchronization

/// What inner middleware learns of a request, for the line that outer middleware logs: contexts are copied inwards only.
final class RequestObservation: Sendable {
    private struct State {
        var address: String?
        var user: String?
    }

    private let state = Mutex(State())

    var address: String? {
        get { state.withLock { $0.address } }
        set { state.withLock { $0.address = newValue } }
    }

    var user: String? {
        get { state.withLock { $0.user } }
        set { state.withLock { $0.user = newValue } }
    }
}
