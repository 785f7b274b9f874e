import AppGroupPlatform
import CAppGroupSQLite

/// One connection to a database file. Not safe to share between threads; never used across `fork`.
final class SQLiteConnection {
    let handle: OpaquePointer
    private let database: OpenDatabase
    private let pagesInLog = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    /// How long a call waits for another connection's lock before it fails with `SQLITE_BUSY`, in milliseconds.
    var busyTimeout: Int32 = 0 {
        didSet { if busyTimeout != oldValue { sqlite3_busy_timeout(handle, busyTimeout) } }
    }

    enum Access {
        /// Reads and writes a file that exists.
        case readWrite
        /// Reads a file that this process may not write, or that lies in a folder that it may not write.
        case readOnly
        /// Reads a file that no other program changes, without the files beside it.
        case immutable
        /// Makes the file if there is none.
        case create
    }

    init(path: String, access: Access) throws {
        try InheritedConnections.close()
        let flags =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var handle: OpaquePointer?
        let name = access == .immutable ? Self.immutableURI(path) : path
        let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let handle else { throw SQLiteError(code: ResultCode(rawValue: code), message: "out of memory") }
        self.handle = handle
        database = OpenDatabase(handle, path: path)
        pagesInLog.initialize(to: 0)
        if code != SQLITE_OK {
            let failure = error(ResultCode(rawValue: code))
            database.close()
            throw failure
        }
        InheritedConnections.add(database)
    }

    deinit {
        // With the last reference to its handle, which may be outside of every call.
        ForkGate.pass {
            if InheritedConnections.remove(database) { database.close() }
        }
        pagesInLog.deallocate()
    }

    /// The cached statement for an SQL text.
    func statement(_ sql: String) throws -> SQLiteStatement {
        if let statement = database.statements.first(where: { $0.has(sql) }) { return statement }
        let statement = try SQLiteStatement(sql, on: self)
        database.statements.append(statement)
        return statement
    }

    /// Runs a text of any number of statements without parameters.
    func execute(_ sql: String) throws {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Leaves the write-ahead log alone: no checkpoint by itself, none on closing, and the log's files stay.
    func keepWriteAheadLog() throws {
        try check(appgroup_sqlite3_disable_checkpoint_on_close(handle))
        // In the place of SQLite's own, which would checkpoint.
        sqlite3_wal_hook(
            handle,
            { pagesInLog, _, _, count in
                pagesInLog?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            }, pagesInLog)
        var persist: Int32 = 1
        try check(sqlite3_file_control(handle, nil, SQLITE_FCNTL_PERSIST_WAL, &persist))
    }

    /// How many pages the write-ahead log held after this connection's last commit.
    var logLength: Int { Int(pagesInLog.pointee) }

    /// Whether everything in the write-ahead log is in the database as well, so that the next write starts the log over. To be
    /// called under the writer's lock, in WAL mode.
    var isLogCopied: Bool { appgroup_sqlite3_log_is_copied(handle) != 0 }

    /// Whether the write-ahead log is open, as it is after the first read in that mode. To be called outside of transactions,
    /// because in one a rollback journal may be open.
    var hasOpenLog: Bool { appgroup_sqlite3_log_size(handle) >= 0 }

    /// Moves the write-ahead log into the database. The next write starts the log over.
    ///
    /// - Parameter truncating: Whether the log's file is emptied, too. Otherwise it is overwritten later, which spares the
    ///   file system from freeing the space and allocating it again; but the next process that opens the registry recovers it.
    /// - Returns: Whether that succeeded; if a reader is in the way, the log stays as it is.
    func checkpoint(truncating: Bool) throws -> Bool {
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        let code = ResultCode(rawValue: sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil))
        switch code {
        case .ok: return true
        case .busy, .locked: return false
        default: throw error(code)
        }
    }

    /// Makes every process rebuild its index of the write-ahead log. The index of an empty log still has the size of the old
    /// database, which would be wrong for a file that replaces it.
    ///
    /// To be called under the writer's lock, in WAL mode.
    func forgetWriteAheadLogIndex() throws { try check(appgroup_sqlite3_forget_wal_index(handle)) }

    /// Frees the pages of the file that are in memory.
    func releaseMemory() { sqlite3_db_release_memory(handle) }

    /// Rows that this connection changed since it was opened; what `PRAGMA data_version` leaves out.
    var ownChanges: Int64 { sqlite3_total_changes64(handle) }

    var changes: Int { Int(sqlite3_changes(handle)) }

    func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(ResultCode(rawValue: code)) }
    }

    func error(_ code: ResultCode) -> SQLiteError {
        // It quotes names from the file.
        let message = PlainText.harmless(String(cString: sqlite3_errmsg(handle)))
        var error = SQLiteError(code: code, message: message)
        switch code {
        case .cannotOpen, .inputOutput, .full:
            let number = sqlite3_system_errno(handle)
            error.cause = number == 0 ? nil : SystemError(number)
            // SQLite first tries to make the file of the shared memory and then to open it, and keeps only the second reason.
            if error.cause == .notFound, isDiskFull { error.cause = .noSpace }
        default: break
        }
        return error
    }

    private var isDiskFull: Bool {
        guard let path = sqlite3_db_filename(handle, "main").map({ String(cString: $0) }) else { return false }
        return (try? DiskSpace(at: Paths.parent(of: path)).isFull) ?? false
    }

    private static func immutableURI(_ path: String) -> String {
        "file:\(PercentEncoding.encoded(path, keeping: "/"))?immutable=1"
    }
}
