import Synchronization

/// Work that callers share: however many ask for the work of a key at a time, it is done once.
///
/// The work belongs to none of its callers, and goes on if all of them have stopped waiting. Its result is for those who wait
/// when it ends, and is then forgotten: the next caller starts the work again.
package final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Outcome = Result<Value, any Error>

    private struct State {
        var nextCaller = 0
        /// Those who wait for each work in progress.
        var callers: [Key: [Int: AsyncStream<Outcome>.Continuation]] = [:]
    }

    private let state = Mutex(State())
    private let report: @Sendable (Key, any Error) -> Void

    /// - Parameter report: Is told why work has failed if nobody waited for it.
    package init(reportingUnheard report: @escaping @Sendable (Key, any Error) -> Void) { self.report = report }

    /// Whether the work of a key is in progress.
    package func isRunning(_ key: Key) -> Bool { state.withLock { $0.callers[key] != nil } }

    /// How many callers wait for the work of a key.
    func callerCount(of key: Key) -> Int { state.withLock { $0.callers[key]?.count ?? 0 } }

    /// Starts the work of a key, unless it is in progress, and waits for its result.
    ///
    /// - Returns: `nil` if the work goes on after `patience`.
    /// - Throws: What the work throws; or `CancellationError` at once if the caller is canceled.
    package func value(
        of key: Key, within patience: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
        let caller = join(key, continuation, work)
        defer { leave(key, caller) }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                // Unlike a task's value, a stream ends for a reader who is canceled.
                for await outcome in outcomes { return try outcome.get() }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func join(
        _ key: Key, _ continuation: AsyncStream<Outcome>.Continuation,
        _ work: @escaping @Sendable () async throws -> Value
    ) -> Int {
        state.withLock { state in
            let caller = state.nextCaller
            state.nextCaller += 1
            if state.callers[key] == nil {
                Task {
                    do { self.end(key, .success(try await work())) } catch { self.end(key, .failure(error)) }
                }
            }
            state.callers[key, default: [:]][caller] = continuation
            return caller
        }
    }

    private func leave(_ key: Key, _ caller: Int) {
        state.withLock { _ = $0.callers[key]?.removeValue(forKey: caller) }
    }

    private func end(_ key: Key, _ outcome: Outcome) {
        let callers = state.withLock { $0.callers.removeValue(forKey: key) } ?? [:]
        if callers.isEmpty, case .failure(let error) = outcome { report(key, error) }
        for caller in callers.values { caller.yield(outcome) }
    }
}
