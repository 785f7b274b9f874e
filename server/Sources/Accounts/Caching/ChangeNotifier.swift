import Synchronization

/// The newest generation that this process knows, its last changes, and the tasks that wait for the next one.
public final class ChangeNotifier<Changes: ChangeSummary>: Sendable {
    private struct State {
        var current: Generation
        /// The last changes up to the current generation, one for each generation.
        var history: [Changes.Element] = []
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: AsyncStream<Generation>.Continuation] = [:]
    }

    private let state: Mutex<State>

    /// A cache that is further behind than this many changes is emptied.
    public static var longestHistory: Int { 16_384 }

    /// Begins with what is known now.
    public init(_ generation: Generation) { state = Mutex(State(current: generation)) }

    /// The newest generation.
    public var current: Generation { state.withLock { $0.current } }

    /// The changes after a generation, up to the current one.
    public func changes(after generation: Generation) -> (changes: Changes, through: Generation) {
        let (missed, current) = state.withLock { state -> (ArraySlice<Changes.Element>?, Generation) in
            let count = state.current.rawValue - generation.rawValue
            guard count > 0 else { return ([], state.current) }
            return (count <= state.history.count ? state.history.suffix(Int(count)) : nil, state.current)
        }
        return (missed.map { Changes($0) } ?? .unknown, current)
    }

    /// Records changes that were read from the data. Those that are known already change nothing.
    public func advance(by list: ChangeList<Changes.Element>) { advance { _ in list } }

    /// Records a generation without knowing what has changed.
    public func advance(to generation: Generation) {
        advance { ChangeList(after: $0, through: generation, changes: nil) }
    }

    /// Records what has just changed, for a server whose data have no list of changes; `nil` if that is unknown.
    public func note(_ changes: [Changes.Element]?) {
        advance { now in
            let count = Int64(changes?.count ?? 1)
            return ChangeList(after: now, through: Generation(rawValue: now.rawValue + count), changes: changes)
        }
    }

    private func advance(by makeList: (Generation) -> ChangeList<Changes.Element>) {
        let (waiters, through) = state.withLock { state -> ([AsyncStream<Generation>.Continuation], Generation) in
            let list = makeList(state.current)
            guard list.through > state.current else { return ([], list.through) }
            let missed = list.through.rawValue - state.current.rawValue
            if let changes = list.changes, changes.count >= missed {
                state.history += changes.suffix(Int(missed))
                let excess = state.history.count - Self.longestHistory
                if excess > 0 { state.history.removeFirst(excess + Self.longestHistory / 4) }
            } else {
                state.history = []
            }
            state.current = list.through
            return (Array(state.waiters.values), list.through)
        }
        for waiter in waiters { waiter.yield(through) }
    }

    /// New generations. A slow reader gets only the newest of those it missed.
    public func changes() -> AsyncStream<Generation> {
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
