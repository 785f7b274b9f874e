import NIOPosix
import Synchronization

/// The threads of a database's connections, and the requests that wait for one of them.
final class PostgresThreads: Sendable {
    private let count: Int
    private let pool: NIOThreadPool
    /// How many requests have a thread or wait for one.
    private let load = Atomic(0)

    init(count: Int) {
        self.count = count
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    /// Runs `body` on a thread of its own as soon as one is free.
    ///
    /// - Throws: `late()` if none is free before the deadline: those who have a thread may themselves wait for a database that is
    ///   away.
    func run<Value: Sendable>(
        until deadline: ContinuousClock.Instant, late: @escaping @Sendable () -> any Error,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        defer { load.subtract(1, ordering: .relaxed) }
        // Usually a thread is free, and no clock is needed.
        guard load.add(1, ordering: .relaxed).newValue > count else { return try await pool.runIfActive(body) }
        return try await withCheckedThrowingContinuation { continuation in
            let turn = Turn(continuation)
            let clock = Task {
                do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
                turn.take()?.resume(throwing: late())
            }
            pool.submit { state in
                clock.cancel()
                guard let continuation = turn.take() else { return }
                guard state == .active else { return continuation.resume(throwing: CancellationError()) }
                continuation.resume(with: Result { try body() })
            }
        }
    }

    /// Ends the threads once they are done.
    func shutDown() async throws { try await pool.shutdownGracefully() }

    /// A request that waits, until either a thread or the clock takes it.
    private final class Turn<Value: Sendable>: Sendable {
        private let waiting: Mutex<CheckedContinuation<Value, any Error>?>

        init(_ continuation: CheckedContinuation<Value, any Error>) { waiting = Mutex(continuation) }

        func take() -> CheckedContinuation<Value, any Error>? {
            waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
        }
    }
}
