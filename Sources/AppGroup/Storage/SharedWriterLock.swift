import AppGroupPlatform

/// The writer's lock of a group, for all threads that use one storage. Other storages of this process count as other processes.
///
/// A thread waits for its turn among those that write, then for those that read and for other processes, all within one
/// patience. It never holds the lock while it waits for a thread that reads, because other processes have no part in that. While
/// it waits for other processes, other threads read.
final class SharedWriterLock: Sendable {
    private let container: Container
    private let turn = Turn()
    /// Used only by the thread whose turn it is.
    private let state = Exclusive(State())

    private struct State: ~Copyable {
        var lock: WriterLock?
        /// The registry that was there when the lock was last seen at its path.
        var registry: FileStatus.Identity?
        /// When to look for the lock again in any case, in nanoseconds of the monotonic clock.
        var nextLook: Int64 = 0
        /// The process that opened it. A child has no part in it.
        var process: Int32 = 0
    }

    /// What a thread knows that holds the lock.
    struct Hold {
        let first: FirstWrite
        /// Whether the last holder left a ``LogNote``.
        let isMarked: Bool
        /// The end of the patience, in nanoseconds of the monotonic clock.
        let deadline: Int64
    }

    /// How long to wait at least for threads that read: a write without patience is about other writers, and reads are short.
    private static let leastPatienceWithReaders = Duration.milliseconds(200)

    init(container: Container) { self.container = container }

    /// Runs `body` as the only writer of all threads and processes, in a turn of `connection`.
    ///
    /// - Parameters:
    ///   - connection: Taken by threads that read, too. None of them waits for the lock then.
    ///   - isOpen: Whether this process has the registry open. Called in a turn of `connection`.
    /// - Throws: What `body` throws; ``AppGroupError/Code/busy`` once patience ends.
    func hold<Result>(
        patience: Duration, with connection: Turn, isOpen: () throws -> Bool, _ body: (Hold) throws -> Result
    ) throws -> Result {
        let start = SystemClock.monotonicNanoseconds()
        return try inTurn(patience: patience) { state in
            try take(connection, patience: patience, since: start)
            var hasConnection = true
            defer { if hasConnection { connection.end() } }
            let first = FirstWrite(container, isOpen: try isOpen())
            repeat {
                while try !tryOnce(&state) {
                    connection.end()
                    hasConnection = false
                    try acquire(&state, patience: patience, since: start)
                    hasConnection = connection.take(patience: .zero)
                    if hasConnection { break }
                    state.lock?.release()
                    try take(connection, patience: patience, since: start)
                    hasConnection = true
                }
            } while !look(first, &state, at: start)
            return try use(&state, first, until: start + patience.nanosecondsToWait, body)
        }
    }

    /// Runs `body` as the only writer of all threads and processes if nobody has to be waited for. To be called in a turn of the
    /// connection, with the registry open.
    ///
    /// - Throws: What `body` throws; ``AppGroupError/Code/busy``.
    func holdAtOnce<Result>(_ body: (Hold) throws -> Result) throws -> Result {
        try inTurn(patience: .zero) { state in
            let first = FirstWrite(container, isOpen: true)
            let now = SystemClock.monotonicNanoseconds()
            guard try tryOnce(&state), look(first, &state, at: now) else {
                throw WriterLock.busy(container.lock, for: .zero)
            }
            return try use(&state, first, until: now, body)
        }
    }

    private func inTurn<Result>(patience: Duration, _ body: (inout State) throws -> Result) throws -> Result {
        guard turn.take(patience: patience) else { throw WriterLock.busy(container.lock, for: patience) }
        defer { turn.end() }
        return try state.withLock { state in
            if state.process != ThisProcess.number { state = State(process: ThisProcess.number) }
            return try body(&state)
        }
    }

    /// Runs `body` with the lock, and releases it.
    private func use<Result>(
        _ state: inout State, _ first: FirstWrite, until deadline: Int64, _ body: (Hold) throws -> Result
    ) throws -> Result {
        defer { state.lock?.release() }
        do {
            return try body(Hold(first: first, isMarked: state.lock?.isMarked ?? false, deadline: deadline))
        } catch {
            // The file of the lock may be gone.
            if first.isTakenBack { state.lock = nil }
            throw error
        }
    }

    /// Looks at the container while the lock is held.
    ///
    /// - Returns: Whether the lock is that of the container: if the folder of both was moved, another lock may be at the path, and
    ///   this one is given up. While the registry stays the same one, the lock is looked for only once a second.
    private func look(_ first: FirstWrite, _ state: inout State, at now: Int64) -> Bool {
        first.look()
        let registry = first.database?.identity
        if registry != nil, registry == state.registry, now < state.nextLook { return true }
        guard state.lock?.isInPlace() == true else {
            state.lock = nil
            return false
        }
        (state.registry, state.nextLook) = (registry, now + 1_000_000_000)
        return true
    }

    private func take(_ connection: Turn, patience: Duration, since start: Int64) throws {
        if connection.take(patience: .zero, isUrgent: true) { return }
        let patience = max(patience, Self.leastPatienceWithReaders)
        let waited = Duration.nanoseconds(SystemClock.monotonicNanoseconds() - start)
        // Reads may take long, and many threads may wait for theirs.
        guard connection.take(patience: patience - waited, isUrgent: true) else {
            throw WriterLock.reading(container.database, for: patience)
        }
    }

    private func tryOnce(_ state: inout State) throws -> Bool {
        try withFile(&state) { try $0?.tryOnce() ?? false }
    }

    private func acquire(_ state: inout State, patience: Duration, since start: Int64) throws {
        try withFile(&state) { try $0?.acquire(patience: patience, since: start) }
    }

    private func withFile<Result>(
        _ state: inout State, _ body: (inout WriterLock?) throws -> Result
    ) throws -> Result {
        if state.lock == nil { try open(&state) }
        do {
            return try body(&state.lock)
        } catch let error as AppGroupError where error.errno == SystemError.notFound.number {
            // A first write of another process failed and took the folder of the lock away.
            try open(&state)
            return try body(&state.lock)
        }
    }

    private func open(_ state: inout State) throws {
        if try !container.check() { try container.makeParent() }
        state.lock = try WriterLock(path: container.lock)
    }
}
