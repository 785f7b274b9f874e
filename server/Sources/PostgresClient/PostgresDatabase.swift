import AppGroupPlatform
import Serving
import Synchronization

/// One PostgreSQL database, with connections on threads of their own.
///
/// What fails because changes collide or because the database restarts is tried again for ten seconds. A transaction whose
/// answer was lost is never made twice: ``PostgresTransaction``.
///
/// Changes use at most half of the connections at a time: with a synchronous standby that is away, each of them waits without end.
package final class PostgresDatabase: Sendable {
    /// Where it is.
    package let address: PostgresAddress
    private let program: String
    private let isPooled: Bool
    private let threads: PostgresThreads
    /// The thread of ``readBeside(_:)``.
    private let threadBeside = PostgresThreads(count: 1)
    private let patience: Duration
    private let state = Mutex(State())

    private struct State {
        /// Connections that nobody uses.
        var idle: [Shared] = []
        /// Connections with work under way.
        var busy: [ObjectIdentifier: Shared] = [:]
        /// How often a connection was lost. Connections made before that are not used again.
        var losses = 0
        var hasConnected = false
    }

    /// A connection that is handed from one thread to the next, with a lock in between. Others may only cut it.
    private struct Shared: @unchecked Sendable {
        let connection: PostgresConnection
    }

    /// How long an operation waits for a thread and is tried again.
    package static let patience = Duration.seconds(10)

    /// How often an operation is tried again after a rule of the tables was violated.
    private static let violations = 8

    private static let backoff = Backoff(first: .milliseconds(10), longest: .milliseconds(500))

    /// - Parameters:
    ///   - connections: How many statements run at once, without the one of ``readBeside(_:)``.
    ///   - isPooled: Whether a pooler in transaction mode is in between, so that nothing outlives a transaction.
    ///   - program: What the database's lists of connections show.
    package init(
        _ address: PostgresAddress, connections: Int, isPooled: Bool, program: String,
        patience: Duration = PostgresDatabase.patience
    ) {
        self.address = address
        self.isPooled = isPooled
        self.program = program
        self.patience = patience
        threads = PostgresThreads(count: connections)
    }

    /// How often a connection was lost. After that, the database may have become another one, with fewer changes than before.
    package var losses: Int { state.withLock { $0.losses } }

    /// Runs a statement that may run twice, and whatever `work` makes of its answer.
    package func read<Value: Sendable>(
        _ work: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await attempting(isChange: false) { connection, _ in try work(connection) }
    }

    /// Runs a statement like ``read(_:)``, but never waits for the threads of others: only a database that does not answer
    /// makes it take long. One caller at a time.
    package func readBeside<Value: Sendable>(
        _ work: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await attempting(isChange: false, on: threadBeside) { connection, _ in try work(connection) }
    }

    /// Makes a change by a statement that may run twice.
    package func writeRepeatably<Value: Sendable>(
        _ change: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await attempting(isChange: true) { connection, _ in try change(connection) }
    }

    /// Makes a change in one transaction, which sees and leaves what it would if there were no others at the same time. `change`
    /// may run several times; it takes effect once.
    package func write<Value: Sendable>(
        _ change: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await attempting(isChange: true) { [self] connection, deadline in
            let transaction = try PostgresTransaction(on: connection)
            let value = try change(connection)
            guard let failure = transaction.commit() else { return value }
            guard failure.isConnectionLost else { throw failure }
            lose()
            let isCommitted: Bool
            do { isCommitted = try trying(until: deadline, transaction.isCommitted) } catch is PostgresFailure {
                // Another attempt could make the change twice.
                throw ServiceError(
                    .busy, "The database was lost during a change; check whether it was made before you try again.",
                    retryAfter: 5)
            }
            guard isCommitted else { throw failure }
            return value
        }
    }

    /// Makes a change that may run twice, once all changes that have begun have ended. Others wait for it, and see it.
    package func withoutWriters(_ change: @escaping @Sendable (PostgresConnection) throws -> Void) async throws {
        try await writeRepeatably { connection in
            try connection.script(
                "BEGIN; SET LOCAL lock_timeout = '8s'; LOCK TABLE commit_mark IN ACCESS EXCLUSIVE MODE")
            try change(connection)
            try connection.script("COMMIT")
        }
    }

    /// Ends all statements under way as if their connections were lost, because the database answers none.
    package func cutOff() {
        state.withLock { state in
            for each in state.busy.values { each.connection.cut() }
        }
    }

    /// Closes all connections. The database must not be used afterwards.
    package func close() async throws {
        try await threads.shutDown()
        try await threadBeside.shutDown()
        state.withLock { $0.idle = [] }
    }

    private func attempting<Value: Sendable>(
        isChange: Bool, on threads: PostgresThreads? = nil,
        _ work: @escaping @Sendable (PostgresConnection, ContinuousClock.Instant) throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + patience
        let threads = threads ?? self.threads
        do {
            return try await threads.run(isChange: isChange, until: deadline, late: { [self] in tooBusy(isChange) }) {
                [self] in
                try trying(until: deadline) { try work($0, deadline) }
            }
        } catch let failure as PostgresFailure {
            throw failure.error("\(address)")
        }
    }

    private func tooBusy(_ isChange: Bool) -> ServiceError {
        let connections = isChange ? "connections for changes" : "connections"
        return ServiceError(
            .busy, "All \(connections) to \(address) have been in use for \(patience.components.seconds) s; try again.",
            retryAfter: 5)
    }

    /// Runs `work` on a connection until it succeeds, or fails in a way that would happen again.
    private func trying<Value>(
        until deadline: ContinuousClock.Instant, _ work: (PostgresConnection) throws -> Value
    ) throws -> Value {
        var (failures, violations) = (0, 0)
        while true {
            do {
                return try onConnection(work)
            } catch let failure as PostgresFailure where failure.isPassing {
                failures += 1
                violations += failure.isViolation ? 1 : 0
                let pause = Self.backoff.pause(after: failures)
                guard violations <= Self.violations, ContinuousClock.now + pause < deadline else { throw failure }
                SystemClock.sleep(for: pause)
            }
        }
    }

    private func onConnection<Value>(_ work: (PostgresConnection) throws -> Value) throws -> Value {
        let (known, losses) = state.withLock { ($0.idle.popLast(), $0.losses) }
        let connection: PostgresConnection
        if let known {
            connection = known.connection
        } else {
            connection = try connect()
        }
        do {
            let value = try using(connection, work)
            keep(connection, since: losses)
            return value
        } catch let failure as PostgresFailure where failure.isConnectionLost {
            lose()
            throw failure
        } catch {
            if connection.isInTransaction, (try? using(connection) { try $0.script("ROLLBACK") }) == nil {
                lose()
                throw error
            }
            keep(connection, since: losses)
            throw error
        }
    }

    /// Works with a connection that may be cut meanwhile.
    private func using<Value>(
        _ connection: PostgresConnection, _ work: (PostgresConnection) throws -> Value
    ) rethrows -> Value {
        let shared = Shared(connection: connection)
        let key = ObjectIdentifier(connection)
        state.withLock { $0.busy[key] = shared }
        defer { state.withLock { $0.busy[key] = nil } }
        return try work(connection)
    }

    /// Makes a connection that nobody else uses. If the first connection of this process is refused twice, the failure is
    /// permanent; a later one may be tried again.
    package func connect() throws -> PostgresConnection {
        let isFirst = state.withLock { !$0.hasConnected }
        let connection: PostgresConnection
        do {
            connection = try PostgresConnection(to: address, program: program, isPooled: isPooled)
        } catch let failure as PostgresFailure where failure.isRefused {
            do {
                connection = try PostgresConnection(to: address, program: program, isPooled: isPooled)
            } catch let failure as PostgresFailure where !isFirst {
                throw failure.asPassing
            }
        }
        state.withLock { $0.hasConnected = true }
        return connection
    }

    private func keep(_ connection: PostgresConnection, since losses: Int) {
        let idle = Shared(connection: connection)
        state.withLock { if $0.losses == losses { $0.idle.append(idle) } }
    }

    /// If one connection is lost, the others usually are, too.
    private func lose() {
        let lost = state.withLock { state in
            state.losses += 1
            defer { state.idle = [] }
            return state.idle
        }
        _ = consume lost
    }
}
