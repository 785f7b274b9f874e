import Synchronization

/// A counter that rises with every change of what users may have. What was read from the database in one generation is valid
/// only in that generation.
struct Generation: RawRepresentable, Hashable, Comparable, Sendable {
    let rawValue: Int64

    static func < (one: Generation, other: Generation) -> Bool { one.rawValue < other.rawValue }
}

/// The newest generation that this process knows, and the tasks that wait for the next one.
final class GenerationNotifier: Sendable {
    private struct State {
        var current: Generation
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: AsyncStream<Generation>.Continuation] = [:]
    }

    private let state: Mutex<State>

    init(_ generation: Generation) { state = Mutex(State(current: generation)) }

    var current: Generation { state.withLock { $0.current } }

    /// Records a generation that was read from the data. An older one than the current changes nothing.
    func advance(to generation: Generation) {
        let waiters = state.withLock { state -> [AsyncStream<Generation>.Continuation] in
            guard generation > state.current else { return [] }
            state.current = generation
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield(generation) }
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
