import Synchronization

/// The newest generation that this process knows, its last changes, and the tasks that wait for the next one.
final class GenerationNotifier: Sendable {
    private struct State {
        var current: Generation
        /// The last changes up to the current generation, one for each generation.
        var history: [Change] = []
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: AsyncStream<Generation>.Continuation] = [:]
    }

    private let state: Mutex<State>

    /// A cache that is further behind than this many changes is emptied.
    static let longestHistory = 16_384

    init(_ generation: Generation) { state = Mutex(State(current: generation)) }

    var current: Generation { state.withLock { $0.current } }

    /// What has changed after a generation, up to the current one.
    func changes(after generation: Generation) -> (changes: Changes, through: Generation) {
        let (missed, current) = state.withLock { state -> (ArraySlice<Change>?, Generation) in
            let count = state.current.rawValue - generation.rawValue
            guard count > 0 else { return ([], state.current) }
            return (count <= state.history.count ? state.history.suffix(Int(count)) : nil, state.current)
        }
        return (missed.map { Changes($0) } ?? .unknown, current)
    }

    /// Records changes that were read from the data. Those that are known already change nothing.
    func advance(by list: ChangeList) {
        let waiters = state.withLock { state -> [AsyncStream<Generation>.Continuation] in
            guard list.through > state.current else { return [] }
            let missed = list.through.rawValue - state.current.rawValue
            if let changes = list.changes, changes.count >= missed {
                state.history += changes.suffix(Int(missed))
                let excess = state.history.count - Self.longestHistory
                if excess > 0 { state.history.removeFirst(excess + Self.longestHistory / 4) }
            } else {
                state.history = []
            }
            state.current = list.through
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield(list.through) }
    }

    /// Records a generation without knowing what has changed.
    func advance(to generation: Generation) {
        advance(by: ChangeList(after: current, through: generation, changes: nil))
    }

    /// New generations. A slow reader gets only the newest of those it missed.
    func changes() -> AsyncStream<Generation> {
        let (stream, continuation) = AsyncStream.makeStream(of: Generation.self, bufferingPolicy: .bufferingNewest(1))
        let waiter = state.withLock { state in
            let waiter = state.nextWaiter
            state.nextWaiter += 1
            state.waiters[waiter] = continuation
            return waiter
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.waiters.removeValue(forKey: waiter) }
        }
        return stream
    }
}
