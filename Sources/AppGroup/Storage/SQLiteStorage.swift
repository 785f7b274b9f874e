import AppGroupPlatform

/// A group's data in one SQLite file that all of its processes share.
///
/// Write-ahead log, one writer at a time under one advisory lock, no daemon. `docs/registry-format.md` is the contract of the
/// file, the pragmas and the lock.
package final class SQLiteStorage: RegistryStorage, SettingsKeepingStorage {
    let container: Container
    let schema: Schema
    /// Used only by the thread whose turn it is.
    private let state = Exclusive(State())
    /// Lets one thread at a time use the state. No thread waits for the lock during its turn, because other processes may hold
    /// the lock for long.
    private let turn = Turn()
    private let lock: SharedWriterLock
    private let calls = CallCheck()

    private struct State {
        var session: SQLiteSession?
        /// The process that opened it: a connection must not cross `fork`.
        var process: Int32 = 0
    }

    /// The storage of a group, in the container that the environment names. Touches no file yet.
    ///
    /// - Throws: ``AppGroupError/Code/configuration`` if the environment has no place for containers.
    package convenience init(group: GroupID, environment: ProcessEnvironment = .current) throws {
        self.init(container: Container(group: group, parent: try Container.parent(in: environment)))
    }

    init(container: Container, schema: Schema = .current) {
        self.container = container
        self.schema = schema
        lock = SharedWriterLock(container: container)
    }

    /// The folder that the group's members share.
    package var path: String { container.path }

    /// Calls `body` with what one transaction sees; see ``RegistryStorage``.
    package func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result {
        try call {
            try withState { state in
                while true {
                    try prepareForReading(&state)
                    guard let session = state.session else { return try body(InMemoryStorage.Contents()) }
                    let result = Swift.Result {
                        try session.transaction("BEGIN") { transaction in
                            try session.checkIsNotMigrated()
                            return try body(transaction)
                        }
                    }
                    if case .failure(is SQLiteSession.Migrated) = result {
                        state.session = nil
                        continue
                    }
                    // If the registry was replaced in the meantime, this may have been the old file with the log of the new one.
                    guard try !session.shows(container.checkDatabase()) else { return try result.get() }
                    state.session = nil
                }
            }
        }
    }

    /// Calls `body` as the only writer; see ``RegistryStorage``.
    package func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
        try holdingLock(patience: patience) { try $0.write(body) }
    }

    /// Runs `body` as the only writer of all processes. Several writes may happen in it, each a transaction of its own.
    func holdingLock<Result>(patience: Duration, _ body: (LockedRegistry) throws -> Result) throws -> Result {
        try call {
            try whileHolding(patience: patience) { state, hold in
                try body(LockedRegistry(session: writableSession(&state, hold), schema: schema, container: container))
            }
        }
    }

    /// A registry with the lock held by this process.
    struct LockedRegistry {
        fileprivate let session: SQLiteSession
        fileprivate let schema: Schema
        fileprivate let container: Container

        func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result {
            try container.describingErrors { try session.transaction("BEGIN") { try body($0) } }
        }

        /// Refuses a registry that a newer release made, whose rows may name what this code doesn't know.
        func checkWritable() throws { try session.checkWritable(by: schema) }

        /// Errors name this registry's file, even inside of a write to another registry.
        func write<Result>(_ body: (any RegistryWriter) throws -> Result) throws -> Result {
            let result = try container.describingErrors {
                try session.transaction("BEGIN IMMEDIATE") { transaction in
                    try session.checkWritable(by: schema)
                    let before = session.connection.ownChanges
                    let result = try body(transaction)
                    if session.connection.ownChanges != before { try session.markNewLog() }
                    return result
                }
            }
            session.boundWriteAheadLog()
            return result
        }
    }

    /// Differs after every change by any process; see ``RegistryStorage``.
    package func version() throws -> StorageVersion {
        try call {
            try withState { state in
                try prepareForReading(&state)
                return try state.session?.version() ?? StorageVersion()
            }
        }
    }

    /// Gives back the memory that holds pages of the file. The next call reads them again.
    func releaseMemory() {
        try? call {
            try withState { state in
                try leaveOtherProcess(&state)
                state.session?.connection.releaseMemory()
            }
        }
    }

    /// Removes the registry if it holds no app, no package and no offer; see ``RegistryStorage``.
    package func removeIfEmpty(patience: Duration) throws -> Bool {
        try removeIfEmpty(patience: patience, keepingSettings: false)
    }

    func removeIfEmpty(patience: Duration, keepingSettings: Bool) throws -> Bool {
        try call {
            guard try container.check(), try container.checkDatabase() != nil else { return false }
            let removal = ContainerRemoval(container: container)
            let outcome = try whileHolding(patience: patience) { state, hold -> ContainerRemoval.Outcome in
                let session = try writableSession(&state, hold)
                // A newer release may keep something in it that this code doesn't know.
                try session.checkWritable(by: schema)
                guard try session.isEmpty(countingSettings: keepingSettings), !container.holdsPackages else {
                    return .none
                }
                let outcome = try removal.run { try session.emptyLog() }
                if case .none = outcome { return .none }
                state.session = nil
                return outcome
            }
            if case .none = outcome { return false }
            removal.finish(outcome)
            return true
        }
    }

    /// Runs `body` with the lock held, so that no other process writes in the meantime, and without an open connection of
    /// this process: the file itself may be replaced.
    func exclusively<Result>(patience: Duration, _ body: () throws -> Result) throws -> Result {
        try call {
            try whileHolding(patience: patience) { state, _ in
                _ = try container.check()
                state.session = nil
                return try body()
            }
        }
    }

    // MARK: - Opening

    /// Opens the registry if there is one, and closes one that was replaced in the meantime. An older registry is migrated if that
    /// is possible at once. Otherwise it is read as it is, because reading waits for nobody and needs no folder to write in.
    private func prepareForReading(_ state: inout State) throws {
        try leaveOtherProcess(&state)
        guard try container.check(), let file = try container.checkDatabase(), file.size > 0 else {
            state.session = nil
            return
        }
        if let session = state.session, session.shows(file) { return }
        state.session = nil
        do {
            let session = try SQLiteSession(container: container, file: file)
            let schemaState = try schema.state(of: session.connection)
            guard try isStillThere(file) else { return try prepareForReading(&state) }
            switch schemaState {
            case .empty: break
            case .usable(schema.version...), .tooNew: state.session = session
            case .usable(let version):
                do {
                    try lock.holdAtOnce { hold in
                        defer { state.session?.deadline = nil }
                        _ = try writableSession(&state, hold)
                    }
                } catch {
                    try session.readOlder(version, as: schema)
                    state.session = session
                }
            }
        } catch let error as SQLiteError {
            guard try !isStillThere(file) else { throw error }
            try prepareForReading(&state)
        }
    }

    /// Whether the file at the path is still the same one. If it was replaced while it was being opened, the log belongs to
    /// another file, or is gone.
    private func isStillThere(_ file: FileStatus) throws -> Bool {
        try container.checkDatabase()?.identity == file.identity
    }

    /// Runs `body` when it is the turn of this thread.
    private func withState<Result>(_ body: (inout State) throws -> Result) throws -> Result {
        _ = turn.take(patience: .seconds(Int64.max))
        defer { turn.end() }
        return try state.withLock(body)
    }

    /// Runs `body` with the lock held. Takes back what a failed first write made.
    private func whileHolding<Result>(
        patience: Duration, _ body: (inout State, SharedWriterLock.Hold) throws -> Result
    ) throws -> Result {
        let isOpen = {
            try self.state.withLock { state in
                try self.leaveOtherProcess(&state)
                return state.session != nil
            }
        }
        return try lock.hold(patience: patience, with: turn, isOpen: isOpen) { hold in
            try state.withLock { state in
                defer { state.session?.deadline = nil }
                do {
                    return try body(&state, hold)
                } catch {
                    // Keep a registry that an earlier write under this lock filled.
                    if hold.first.isMakingRegistry, (try? state.session?.isEmpty()) != false {
                        state.session = nil
                        hold.first.takeBack()
                    }
                    throw error
                }
            }
        }
    }

    /// A session of the file at the path, made and migrated as needed. The lock is held.
    private func writableSession(_ state: inout State, _ hold: SharedWriterLock.Hold) throws -> SQLiteSession {
        let session: SQLiteSession
        state.session?.deadline = hold.deadline
        // The lock is held, so the registry is still the one that was there when it was taken.
        if let open = state.session, open.identity == hold.first.database?.identity,
            try open.isWritable || prepareForWriting(open)
        {
            session = open
        } else {
            state.session = nil
            session = try openForWriting(until: hold.deadline)
            state.session = session
        }
        if hold.isMarked { session.continueEmptyingLog() }
        return session
    }

    private func openForWriting(until deadline: Int64) throws -> SQLiteSession {
        try container.make()
        _ = try container.check()
        let file: FileStatus
        if let existing = try container.checkDatabase() {
            file = existing
        } else {
            file = try container.makeDatabase()
        }
        let session = try SQLiteSession(container: container, file: file, writingUntil: deadline)
        try migrate(session)
        return session
    }

    /// - Returns: Whether the session may write.
    private func prepareForWriting(_ session: SQLiteSession) throws -> Bool {
        guard try session.becomeWritable() else { return false }
        try migrate(session)
        return true
    }

    private func migrate(_ session: SQLiteSession) throws {
        switch try schema.state(of: session.connection) {
        case .empty: try schema.migrate(session.connection, from: 0)
        case .usable(let version) where version < schema.version: try schema.migrate(session.connection, from: version)
        case .usable, .tooNew: break
        }
    }

    /// Closes what a parent process opened; see ``InheritedConnections``.
    private func leaveOtherProcess(_ state: inout State) throws {
        let current = ThisProcess.number
        guard state.process != current else { return }
        try InheritedConnections.close()
        state = State(process: current)
    }

    /// Runs one call of this storage. Its errors name the file that failed.
    private func call<Result>(_ body: () throws -> Result) throws -> Result {
        try calls.run { try container.describingErrors(body) }
    }
}

extension SQLiteStorage {
    /// When to look again after a hint, in milliseconds. SQLite writes the log first and publishes the change in shared memory later,
    /// which inotify does not report. How much later depends on how busy the machine is.
    static let echoes: [Int32] = [1, 4, 16, 64, 256, 1024]

    /// Ticks when the registry's files change, and when the container appears or goes.
    package func hints() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = FolderWatch([container.hintTarget], echoes: Self.echoes) { continuation.yield() }
            continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        }
    }
}

extension Container {
    /// Runs `body`; its errors name the registry's file.
    fileprivate func describingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw error.described(in: self)
        } catch let error as SystemError {
            throw Self.described(error, "The registry \(database) cannot be used")
        }
    }

    /// The files that change with the registry.
    var hintTarget: NameWatch.Target {
        NameWatch.Target(
            folder: ExactPath(path),
            names: [ExactPath(Self.databaseName), ExactPath("\(Self.databaseName)-wal")])
    }
}
