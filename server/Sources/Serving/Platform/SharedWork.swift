import Synchronization

/// Work that callers share: however many ask for the work of a key at a time, it is done once.
///
/// The work belongs to none of its callers, and goes on if all of them have stopped waiting. Its result is for those who wait
/// when it ends, and is then forgotten: the next caller starts the work again.
package final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// A caller that waits for work. The code that removes it from the state also answers it, so each error of the work is either
    /// heard or reported.
    private struct Caller {
        let continuation: CheckedContinuation<Value?, any Error>
        /// Answers the caller when its patience ends.
        let timer: Task<Void, any Error>

        func answer(_ result: Result<Value?, any Error>) {
            timer.cancel()
            continuation.resume(with: result)
        }
    }

    private struct State {
        var nextCaller = 0
        /// Those who wait for each work in progress.
        var callers: [Key: [Int: Caller]] = [:]
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
        let caller = state.withLock { state in
            state.nextCaller += 1
            return state.nextCaller
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                join(key, as: caller, continuation, patience, work)
                // If the caller was canceled before it joined, the handler has found nobody.
                if Task.isCancelled { dismiss(caller, of: key, .failure(CancellationError())) }
            }
        } onCancel: {
            dismiss(caller, of: key, .failure(CancellationError()))
        }
    }

    private func join(
        _ key: Key, as caller: Int, _ continuation: CheckedContinuation<Value?, any Error>, _ patience: Duration,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        state.withLock { state in
            if state.callers[key] == nil {
                Task {
                    do { self.end(key, .success(try await work())) } catch { self.end(key, .failure(error)) }
                }
            }
            let timer = Task {
                try await Task.sleep(for: patience)
                self.dismiss(caller, of: key, .success(nil))
            }
            state.callers[key, default: [:]][caller] = Caller(continuation: continuation, timer: timer)
        }
    }

    /// Answers a caller who no longer waits, unless the work has ended.
    private func dismiss(_ caller: Int, of key: Key, _ answer: Result<Value?, any Error>) {
        state.withLock { $0.callers[key]?.removeValue(forKey: caller) }?.answer(answer)
    }

    private func end(_ key: Key, _ outcome: Result<Value, any Error>) {
        let callers = state.withLock { $0.callers.removeValue(forKey: key) } ?? [:]
        if callers.isEmpty, case .failure(let error) = outcome { report(key, error) }
        for caller in callers.values { caller.answer(outcome.map(Optional.some)) }
    }
}
