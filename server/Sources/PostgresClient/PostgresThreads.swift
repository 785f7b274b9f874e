import NIOCore
import NIOPosix
import Synchronization

/// The threads of a database's connections, and the requests that wait for one of them.
///
/// A change may wait for a standby without end. So changes have at most half of the threads at a time, and what only reads goes on.
final class PostgresThreads: Sendable {
    private let count: Int
    private let pool: NIOThreadPool
    /// How many requests have a thread or wait for one.
    private let load = Atomic(0)
    private let changes: Mutex<Changes>

    private struct Changes {
        /// How many more may have a thread.
        var free: Int
        /// Those that wait until fewer have one.
        var waiting = CircularBuffer<Job>()
    }

    init(count: Int) {
        self.count = count
        changes = Mutex(Changes(free: max(1, count / 2)))
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    /// Runs `body` on a thread of its own as soon as one is free.
    ///
    /// - Parameter isChange: Whether it belongs to those that get only half of the threads.
    /// - Throws: `late()` if none is free before the deadline: those who have a thread may themselves wait for a database that is
    ///   away.
    func run<Value: Sendable>(
        isChange: Bool, until deadline: ContinuousClock.Instant, late: @escaping @Sendable () -> any Error,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        defer { load.subtract(1, ordering: .relaxed) }
        // Usually a thread is free, and no clock is needed.
        let isFree = load.add(1, ordering: .relaxed).newValue <= count
        if isFree, !isChange { return try await pool.runIfActive(body) }
        return try await withCheckedThrowingContinuation { continuation in
            let turn = Turn(continuation)
            let clock = Task {
                do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
                turn.take()?.resume(throwing: late())
            }
            let job = Job(isOver: { turn.isTaken }) { state in
                clock.cancel()
                guard let continuation = turn.take() else { return }
                guard state == .active else { return continuation.resume(throwing: CancellationError()) }
                continuation.resume(with: Result { try body() })
            }
            if isChange { submit(change: job) } else { pool.submit(job.run) }
        }
    }

    private func submit(change job: Job) {
        let isFree = changes.withLock { changes in
            guard changes.free == 0 else {
                changes.free -= 1
                return true
            }
            // All have the same patience, so those that have lost it are the first ones.
            while changes.waiting.first?.isOver() ?? false { changes.waiting.removeFirst() }
            changes.waiting.append(job)
            return false
        }
        if isFree { begin(change: job) }
    }

    private func begin(change job: Job) {
        pool.submit { [self] state in
            job.run(state)
            let next = changes.withLock { changes in
                if changes.waiting.isEmpty { changes.free += 1 }
                return changes.waiting.popFirst()
            }
            if let next { begin(change: next) }
        }
    }

    /// Ends the threads once they are done.
    func shutDown() async throws { try await pool.shutdownGracefully() }

    /// What a thread does for a request.
    private struct Job: Sendable {
        /// Whether the request no longer waits for it.
        let isOver: @Sendable () -> Bool
        let run: NIOThreadPool.WorkItem
    }

    /// A request that waits, until either a thread or the clock takes it.
    private final class Turn<Value: Sendable>: Sendable {
        private let waiting: Mutex<CheckedContinuation<Value, any Error>?>

        init(_ continuation: CheckedContinuation<Value, any Error>) { waiting = Mutex(continuation) }

        var isTaken: Bool { waiting.withLock { $0 == nil } }

        func take() -> CheckedContinuation<Value, any Error>? {
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
        }
    }
}
