import Synchronization

/// The newest generation that this process knows, and who waits for the next.
final class GenerationNotifier: Sendable {
    private struct State {
        var current: Generation
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: AsyncStream<Generation>.Continuation] = [:]
    }

    private let state: Mutex<State>

    init(_ generation: Generation) { state = Mutex(State(current: generation)) }

    var current: Generation { state.withLock { $0.current } }

    /// Takes note of what was read from the data. An older one than is known changes nothing.
    func advance(to generation: Generation) {
        let waiters = state.withLock { state -> [AsyncStream<Generation>.Continuation] in
            guard generation > state.current else { return [] }
            state.current = generation
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield(generation) }
    }

    /// Each new generation, at least the newest of those that came since one was last taken.
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
