import AppGroupPlatform
import Synchronization

/// An open registry: the connection, and the identity of its file.
final class SQLiteSession {
    let connection: SQLiteConnection
    /// Tells the sessions of this process apart: each connection counts changes from 0.
    private let number = SQLiteSession.count.wrappingAdd(1, ordering: .relaxed).newValue
    private static let count = Atomic<UInt64>(0)
    let identity: FileStatus.Identity
    /// The file when it was opened without the files beside it; `nil` for a connection that notices changes.
    private let frozen: FileStatus?
    /// Whether the connection may write, and whether it has the settings of one that does.
    private(set) var isWritable: Bool
    private let mayBecomeWritable: Bool
    private let container: Container
    /// The schema's version that was found writable.
    private var writableVersion: Int64?
    /// Whether it writes to a write-ahead log, as everywhere except on network file systems.
    private var hasLog = false
    private var hasWritten = false
    /// Whether the log holds something that was deliberately forgotten.
    private var mustEmptyLog = false
    /// The version of an older registry that is read as it is; `nil` if the registry has this code's version.
    private var olderVersion: Int64?

    /// In bytes. Small pages make a small log, because the log consists of whole pages, and therefore fewer checkpoints.
    static let pageSize = 1024

    /// The most pages that a log may hold after the first write of a session, and after a later one: 60 and 720 KB.
    ///
    /// Most tools write once and end, and every cold start after them must recover what they leave in the log. A tool that
    /// keeps running writes again and again, and each checkpoint waits for the disk three times; while it has the registry
    /// open, no recovery is needed.
    private static let logLimits = (first: 60, later: 720)

    /// In bytes. If a reader made the log grow beyond this, it is truncated when it starts over.
    private static let largestIdleLog = 768 << 10

    /// How long a reader waits while another process recovers the log after a crash, in milliseconds.
    private static let recoveryTimeout: Int32 = 5000

    /// The shortest time that a writer waits for locks of SQLite, in milliseconds: others may hold them for a moment without the
    /// writer's lock, for example during such a recovery.
    private static let leastPatience: Int32 = 10

    /// The end of the writer's patience, in nanoseconds of the monotonic clock, while the writer's lock is held; `nil` otherwise.
    /// All other writers wait for the holder of that lock, so the holder does not wait beyond this for locks of other programs.
    var deadline: Int64?

    /// To be called before anything that may wait for a lock of SQLite.
    private func limitWaiting() {
        guard let deadline else {
            connection.busyTimeout = Self.recoveryTimeout
            return
        }
        let rest = (deadline - SystemClock.monotonicNanoseconds()) / 1_000_000
        connection.busyTimeout = min(Self.recoveryTimeout, max(Self.leastPatience, Int32(clamping: rest)))
    }

    /// Opens a file that exists. A reader that may not write the folder reads without the shared memory beside it.
    ///
    /// - Parameters:
    ///   - file: What ``Container/checkDatabase()`` returned.
    ///   - deadline: For a session that is to write: see ``deadline``.
    init(container: Container, file: FileStatus, writingUntil deadline: Int64? = nil) throws {
        try container.checkBeforeOpening(file)
        self.container = container
        identity = file.identity
        isWritable = false
        self.deadline = deadline
        if deadline != nil {
            connection = try Self.connect(to: container, as: .readWrite)
            mayBecomeWritable = true
            frozen = nil
            _ = try becomeWritable()
        } else {
            (connection, mayBecomeWritable, frozen) = try Self.openForReading(container)
        }
    }

    /// Whether the connection shows the registry at its path as it is now, and not another or earlier one.
    ///
    /// - Parameter file: What is at the path.
    func shows(_ file: FileStatus?) -> Bool {
        guard let file, file.identity == identity else { return false }
        guard let frozen else { return true }
        return container.hasEmptyLog && file.size == frozen.size && file.modification == frozen.modification
    }

    /// Prepares a session that has only read to write as well. A second connection would cost a start more than its write does.
    ///
    /// - Parameter fileSystem: Where the registry is.
    /// - Returns: Whether it may write. If not, another connection has to be opened: this one may have stand-ins for what an older
    ///   registry lacks.
    /// - Throws: ``AppGroupError/Code/busy`` if other programs keep a registry open that needs another journal mode.
    func becomeWritable(on fileSystem: FileSystemKind? = nil) throws -> Bool {
        guard mayBecomeWritable, olderVersion == nil else { return false }
        guard !isWritable else { return true }
        limitWaiting()
        let fileSystem = fileSystem ?? FileSystemKind(at: container.path)
        hasLog = fileSystem == .local
        // First, because a registry that gives up its log empties it only with a limit, and SQLite would go on with a log that is
        // not empty.
        try connection.execute("PRAGMA journal_size_limit = \(Self.largestIdleLog)")
        if !hasLog || !connection.hasOpenLog {
            do {
                // The page size is that of a new file; an old one keeps its own.
                try connection.execute(
                    "PRAGMA page_size = \(Self.pageSize); PRAGMA journal_mode = \(Self.journalMode(on: fileSystem))")
            } catch ResultCode.busy where !hasLog && connection.hasOpenLog {
                throw AppGroupError(
                    .busy,
                    "The registry \(container.database) came to this network file system with a log that cannot be used here; "
                        + "end the other programs that keep it open, such as launcher-badge-bridge, launcher window and "
                        + "launcher watch, and try again.")
            }
        }
        try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON")
        isWritable = true
        return true
    }

    /// The journal mode of a registry on a file system: the write-ahead log needs shared memory, which a network file system does
    /// not provide.
    static func journalMode(on fileSystem: FileSystemKind) -> String { fileSystem == .network ? "DELETE" : "WAL" }

    /// Opens the file of a registry, and leaves its log alone. Nothing is read yet.
    static func connect(to container: Container, as access: SQLiteConnection.Access) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: container.database, access: access)
        connection.busyTimeout = recoveryTimeout
        // Before anything is read: if reading fails, closing would otherwise move the log into the file and delete it.
        try connection.keepWriteAheadLog()
        return connection
    }

    private static func openForReading(
        _ container: Container
    ) throws -> (SQLiteConnection, mayBecomeWritable: Bool, frozen: FileStatus?) {
        func open(_ access: SQLiteConnection.Access) throws -> SQLiteConnection {
            let connection = try connect(to: container, as: access)
            _ = try connection.statement("PRAGMA user_version").first { $0.integer(0) }
            return connection
        }
        do {
            return (try open(.readWrite), true, nil)
        } catch let error as SQLiteError where error.mayPermitReading {
            do {
                return (try open(.readOnly), false, nil)
            } catch let second as SQLiteError where second.mayPermitReading {
                guard let file = try? Files.status(container.database, followingLinks: false) else { throw second }
                guard container.hasEmptyLog else {
                    if error.isScarcity { throw error }
                    throw SQLiteError(code: .readOnlyWithLog, message: "the log cannot be read without writing")
                }
                return (try open(.immutable), false, file)
            }
        }
    }

    /// Refuses to write a registry that a newer release made. To be called in a transaction. A migration changes
    /// the version, so while that stays the same, so does the answer.
    func checkWritable(by schema: Schema) throws {
        let version = try connection.statement("PRAGMA user_version").first { $0.integer(0) }
        guard version != writableVersion else { return }
        try schema.checkWritable(connection, path: container.database)
        writableVersion = version
    }

    /// Prepares for reading an older registry as it is, without migrating it.
    func readOlder(_ version: Int64, as schema: Schema) throws {
        try schema.standIn(forStepsAfter: version, on: connection)
        olderVersion = version
    }

    /// An older registry was migrated since this session was opened, which must be opened again.
    struct Migrated: Error {}

    /// To be called in the transaction that reads, because the registry may be migrated at any other moment.
    func checkIsNotMigrated() throws {
        guard let olderVersion else { return }
        let version = try connection.statement("PRAGMA user_version").first { $0.integer(0) }
        guard version == olderVersion else { throw Migrated() }
    }

    /// Reads a registry of any version in one transaction, without migrating it.
    ///
    /// - Returns: `nil` if there is no registry, or an empty one.
    static func readAsItIs<Result>(
        _ container: Container, _ schema: Schema, _ body: (SQLiteTransaction) throws -> Result
    ) throws -> Result? {
        while true {
            guard try container.check(), let file = try container.checkDatabase(), file.size > 0 else { return nil }
            let session = try SQLiteSession(container: container, file: file)
            switch try schema.state(of: session.connection) {
            case .empty: return nil
            case .usable(let version) where version < schema.version: try session.readOlder(version, as: schema)
            case .usable, .tooNew: break
            }
            do {
                return try session.transaction("BEGIN") { transaction in
                    try session.checkIsNotMigrated()
                    return try body(transaction)
                }
            } catch is Migrated {
                continue
            }
        }
    }

    /// Runs `body` between a BEGIN and a COMMIT, or rolls everything back when it throws.
    func transaction<Result>(_ begin: String, _ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        let (images, afterCommit) = (ImageFolder(path: container.images), SQLiteTransaction.AfterCommit())
        limitWaiting()
        try connection.statement(begin).run()
        let result: Result
        do {
            result = try body(SQLiteTransaction(connection: connection, images: images, afterCommit: afterCommit))
            if afterCommit.emptiesLog { noteThatLogMustBeEmptied() }
            limitWaiting()
            try connection.statement("COMMIT").run()
        } catch {
            try? connection.statement("ROLLBACK").run()
            throw error
        }
        // The change is stored even if old images can't be deleted.
        if afterCommit.dropsUnusedImages, let used = try? usedImages() { images.keepOnly(used) }
        return result
    }

    private func usedImages() throws -> Set<String> {
        try Set(connection.icons().compactMap(\.fileName)).union(container.imagesOfReplacedRegistries())
    }

    /// Keeps the log short. To be called under the writer's lock, after a commit: if this fails, the next writer
    /// tries again.
    func boundWriteAheadLog() {
        let isFirst = !hasWritten
        hasWritten = true
        guard mustEmptyLog || connection.logLength > (isFirst ? Self.logLimits.first : Self.logLimits.later) else {
            return
        }
        connection.busyTimeout = 0
        let isDone = try? connection.checkpoint(truncating: isFirst || mustEmptyLog)
        if mustEmptyLog, isDone == true {
            mustEmptyLog = false
            LogNote(lock: container.lock).remove()
        }
        limitWaiting()
    }

    /// Marks a log that this transaction begins, or starts over, as that of this registry.
    func markNewLog() throws {
        if hasLog, connection.isLogCopied { try connection.markLog() }
    }

    /// Moves the log into the file and empties it. To be called under the writer's lock.
    ///
    /// - Returns: Whether that was possible; false if a reader was in the way until the patience ended.
    func emptyLog() throws -> Bool {
        limitWaiting()
        return try connection.checkpoint(truncating: true)
    }

    /// Makes the next writes of all processes empty the log until one succeeds. To be called under the writer's lock, when another
    /// process has left a ``LogNote``.
    func continueEmptyingLog() { mustEmptyLog = true }

    /// To be called before the commit, so that the note is there even if this process ends right after the commit.
    private func noteThatLogMustBeEmptied() {
        mustEmptyLog = true
        LogNote(lock: container.lock).leave()
    }

    /// SQLite's own counts of changes by other connections and by this one.
    func version() throws -> StorageVersion {
        limitWaiting()
        let version = try connection.statement("PRAGMA data_version").first { $0.integer(0) } ?? 0
        return StorageVersion(number, UInt64(bitPattern: version), UInt64(bitPattern: connection.ownChanges))
    }

    /// Whether there is no app and no offer.
    ///
    /// - Parameter countingSettings: Whether there must be no setting, either, and use must be recorded, as in a new registry.
    func isEmpty(countingSettings: Bool = false) throws -> Bool {
        var contents = ["FROM app", "FROM offers"]
        if countingSettings { contents += ["FROM setting", "FROM meta WHERE key = 'recordsUse' AND value = 0"] }
        return try connection.statement(
            "SELECT \(contents.map { "EXISTS (SELECT 1 \($0))" }.joined(separator: " OR "))"
        ).first { !$0.bool(0) } ?? true
    }
}

extension Container {
    /// Whether the registry's file alone holds everything that was written.
    fileprivate var hasEmptyLog: Bool {
        Self.logs.allSatisfy { ending in (try? Files.status(database + ending).size) ?? 0 == 0 }
    }
}

extension SQLiteError {
    /// Whether the file may still be readable without writing anything beside it.
    fileprivate var mayPermitReading: Bool {
        switch code {
        case .readOnly, .cannotOpen, .permission: true
        default: cause?.isDiskFull ?? false
        }
    }
}
