import AppGroupPlatform
import CServingSQLite
public import GRDB

/// One SQLite file that a server and its administration commands open at the same time.
///
/// Every write of every process runs under one ``WriterLock``, and a write that returned is durable. There is a write-ahead log,
/// so reading never waits for a writer.
public final class LockedDatabase: Sendable {
    private let pool: DatabasePool
    private let lock: WriterLock

    /// A writer truncates a write-ahead log that is longer than this many bytes.
    package static let longestLog: Int64 = 1 << 20

    /// How long closing waits for writers before it leaves the log as it is.
    private static let closingPatience = Duration.seconds(1)

    /// Opens the file, or makes it, and makes or migrates its tables.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file. `.<name>.lock` is there, too.
    ///   - migrator: The tables, and the migrations from older ones.
    ///   - program: The program that the file belongs to.
    /// - Throws: ``ServiceError``. It is `configuration` if a newer program wrote the file.
    public convenience init(folder: String, name: String, migrator: DatabaseMigrator, program: String) throws {
        try self.init(folder: folder, name: name, migrator: migrator, program: program) { _ in }
    }

    /// - Parameters:
    ///   - checkNewer: Throws if this program can't use tables that a newer one has migrated. Without it, none can be used.
    ///   - prepare: Runs under the lock after the migrations.
    package init(
        folder: String, name: String, migrator: DatabaseMigrator, program: String,
        checkNewer: ((Database) throws -> Void)? = nil, prepare: (Database) throws -> Void
    ) throws {
        let path = "\(folder)/\(name)"
        let lock = WriterLock(path: StorageFolder.lock(beside: path))
        do {
            pool = try lock.holding {
                let pool = try DatabasePool(path: path, configuration: Self.configuration(name))
                if try pool.read(migrator.hasBeenSuperseded) {
                    guard let checkNewer else {
                        throw ServiceError(
                            .configuration,
                            "\(path) was written by a newer \(program); install that version or a newer one.")
                    }
                    try pool.read(checkNewer)
                }
                try migrator.migrate(pool)
                try pool.writeWithoutTransaction { database in
                    // GRDB's default, NORMAL, could lose the last changes in a power failure.
                    try database.execute(sql: "PRAGMA synchronous = FULL")
                    try prepare(database)
                }
                return pool
            }
        } catch let error as DatabaseError {
            throw ServiceError(error, at: path)
        }
        self.lock = lock
    }

    /// Reads from a file without the lock, and changes nothing in it.
    ///
    /// - Returns: `nil` if there is no file, or an empty one.
    /// - Throws: ``ServiceError``.
    package static func inspect<Value>(_ path: String, _ query: (Database) throws -> Value) throws -> Value? {
        // SQLite would delete the log of an empty file.
        guard try StorageFolder.has(path), (try? Files.status(path).size) != 0 else { return nil }
        var configuration = configuration("inspection")
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.read(query)
        } catch let error as DatabaseError {
            // Even a reader makes the log if there is none. If it can't, the lock, which is beside the log, says why.
            if error.resultCode == .SQLITE_CANTOPEN {
                try WriterLock(path: StorageFolder.lock(beside: path)).holding {}
            }
            throw ServiceError(error, at: path)
        }
    }

    /// Reads from a file once those who are just writing to it, or making it, are done. Makes no lock: without one, nobody is.
    package static func inspectAfterWriters<Value>(
        _ path: String, _ query: (Database) throws -> Value
    ) throws -> Value? {
        let lock = StorageFolder.lock(beside: path)
        guard try StorageFolder.has(lock) else { return try inspect(path, query) }
        return try WriterLock(path: lock).holding { try inspect(path, query) }
    }

    /// The path of the file.
    public var path: String { pool.path }

    /// Makes a change in one transaction, under the lock.
    public func write<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let (lock, path) = (lock, pool.path)
        // The changes of this process wait for each other, and each for the lock: together no longer than one alone.
        let deadline = ContinuousClock.now + WriterLock.patience
        return try await describing {
            try await pool.writeWithoutTransaction { database in
                try lock.holding(until: deadline) {
                    var outcome: Value?
                    try database.inTransaction(.immediate) {
                        outcome = try change(database)
                        return .commit
                    }
                    if let log = try? Files.status(path + "-wal").size, log > Self.longestLog {
                        Self.truncateLog(of: database)
                    }
                    guard let outcome else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
                    return outcome
                }
            }
        }
    }

    /// Reads in one transaction.
    public func read<Value: Sendable>(_ query: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await describing { try await pool.read(query) }
    }

    /// Copies everything to a new file, while others read and write.
    ///
    /// - Parameter prepare: Changes the copy in a transaction, before the copy gets its name. If it throws, there is no copy.
    public func backUp(to path: String, preparing prepare: ((Database) throws -> Void)? = nil) throws {
        try DatabaseBackup(path: path).make(from: pool, preparing: prepare)
    }

    /// Closes the file. It must not be used afterwards.
    ///
    /// - Parameter emptiesLog: Whether to empty the write-ahead log, if nobody else is reading or writing: then the file alone is
    ///   the whole database, as people copy and replace it without its log. Everything in the log is durable, so one that can't be
    ///   emptied stays. Only a server does this: beside one, commands would have it wait, and make its log again, for each change.
    public func close(emptyingLog emptiesLog: Bool = false) throws {
        if emptiesLog {
            try? pool.writeWithoutTransaction { [lock] database in
                // In this order, so that a change that still waits for the lock does not wait for this, too.
                try lock.holding(patience: Self.closingPatience) { Self.truncateLog(of: database) }
            }
        }
        try pool.close()
    }

    /// How connections are opened. Checkpoints happen under the lock only.
    static func configuration(_ label: String) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = label
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            // Otherwise, how SQLite was built decides whether erased personal data stay in free pages. A migration erases, too.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            let code = serving_sqlite3_disable_checkpoint_on_close(database.sqliteConnection)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
        return configuration
    }

    /// Turns an error of SQLite into a sentence.
    private func describing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw ServiceError(error, at: pool.path)
        }
    }

    /// If a reader is in the way, the next writer tries again.
    private static func truncateLog(of database: Database) {
        try? database.execute(sql: "PRAGMA busy_timeout = 0")
        _ = try? database.checkpoint(.truncate)
        try? database.execute(sql: "PRAGMA busy_timeout = 5000")
    }
}

extension ServiceError {
    /// Describes an error of SQLite in a sentence that says what to do next.
    public init(_ error: DatabaseError, at path: String) {
        // A failed copy leaves its code, but no words, on the connection.
        let words = error.message.flatMap { $0 == "not an error" ? nil : $0 } ?? "\(error.extendedResultCode)"
        switch error.resultCode.primaryResultCode {
        case .SQLITE_FULL: self.init(ofDatabase: .noSpace, "The disk of the database \(path) is full; make room on it.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(ofDatabase: .busy, "Another program is using the database \(path); try again.", retryAfter: 5)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            self.init(
                ofDatabase: .permission,
                "The database \(path) can't be opened for writing (\(words)); check who owns it.")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                ofDatabase: .inputOutput,
                "The database \(path) is damaged (\(words)); stop the server, and put a backup in its place.")
        default: self.init(ofDatabase: .inputOutput, "The database \(path) failed: \(words).")
        }
    }
}
