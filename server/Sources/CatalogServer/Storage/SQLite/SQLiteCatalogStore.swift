import AppGroup
import AppGroupPlatform
import GRDB

/// The catalog in one SQLite file, which the server and its administration commands open at the same time.
final class SQLiteCatalogStore: CatalogStore {
    let group: AppGroup.GroupID
    let signingKey: [UInt8]
    /// The newest generation that this process knows. Its own writes raise it at once; ``GenerationWatch`` notices those of
    /// other processes.
    let generations: GenerationNotifier
    let pool: DatabasePool
    private let lock: WriterLock

    /// The file's name in the server's data folder.
    static let fileName = "catalog.sqlite"

    /// A writer truncates a write-ahead log that is longer than this many bytes.
    static let longestLog: Int64 = 1 << 20

    /// Opens the catalog in a folder.
    ///
    /// - Parameter group: The group of a new catalog, or the one that an existing catalog must have; `nil` accepts any.
    init(folder: String, group: AppGroup.GroupID?) throws {
        let path = "\(folder)/\(Self.fileName)"
        let lock = WriterLock(path: "\(folder)/.\(Self.fileName).lock")
        if group == nil && !Files.exists(path) {
            throw ServiceError(
                .notFound,
                "There is no catalog in \(folder); make one with catalog-server serve --group GROUP --data DIR.")
        }
        let opened: Opened
        do {
            opened = try lock.holding { try Self.open(path, group: group) }
        } catch let error as DatabaseError {
            throw ServiceError(error, at: path)
        }
        pool = opened.pool
        self.lock = lock
        self.group = opened.group
        signingKey = opened.signingKey
        generations = GenerationNotifier(opened.generation)
    }

    /// Makes a change in one transaction, under the lock.
    func write<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let (lock, path, generations) = (lock, pool.path, generations)
        let (value, changes) = try await describing {
            try await pool.writeWithoutTransaction { database in
                try lock.holding {
                    var outcome: (Value, ChangeList)?
                    try database.inTransaction(.immediate) {
                        outcome = (
                            try change(database), try Self.changes(after: generations.current, in: database)
                        )
                        return .commit
                    }
                    Self.truncateLog(of: database, at: path)
                    guard let outcome else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
                    return outcome
                }
            }
        }
        generations.advance(by: changes)
        return value
    }

    /// Reads in one transaction. Before this returns, the process knows of every change that the reading saw, so that what was
    /// read is never put together with something older.
    func read<Value: Sendable>(_ query: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let (value, changes) = try await describing {
            try await pool.read { [generations] database in
                (try query(database), try Self.changes(after: generations.current, in: database))
            }
        }
        generations.advance(by: changes)
        return value
    }

    func check() async throws {
        _ = try await generation()
    }

    func backUp(to path: String) async throws { try DatabaseCopy(path: path).make(from: pool) }

    func close() async throws {
        let (lock, pool) = (lock, pool)
        try lock.holding { try pool.close() }
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
    private static func truncateLog(of database: Database, at path: String) {
        guard let log = try? Files.status(path + "-wal").size, log > longestLog else { return }
        try? database.execute(sql: "PRAGMA busy_timeout = 0")
        _ = try? database.checkpoint(.truncate)
        try? database.execute(sql: "PRAGMA busy_timeout = 5000")
    }
}

extension ServiceError {
    /// Describes an error of SQLite in a sentence that says what to do next.
    init(_ error: DatabaseError, at path: String) {
        let words = error.message ?? "\(error.resultCode)"
        switch error.resultCode.primaryResultCode {
        case .SQLITE_FULL: self.init(.noSpace, "The disk of the database \(path) is full; make room on it.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "Another program is using the database \(path); try again.", retryAfter: 5)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            self.init(.permission, "The database \(path) can't be opened for writing (\(words)); check who owns it.")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.inputOutput, "The database \(path) is damaged (\(words)); restore a backup: docs/server.md.")
        default: self.init(.inputOutput, "The database \(path) failed: \(words).")
        }
    }
}

extension Row {
    /// A column that holds one of an enumeration's words.
    func word<Word: RawRepresentable>(_ column: String) throws -> Word where Word.RawValue == String {
        let text: String = self[column]
        guard let word = Word(rawValue: text) else { throw unreadable(column, text) }
        return word
    }

    func digest(_ column: String) throws -> BlobDigest {
        let text: String = self[column]
        guard let digest = BlobDigest(text) else { throw unreadable(column, text) }
        return digest
    }

    private func unreadable(_ column: String, _ text: String) -> ServiceError {
        ServiceError(
            .inputOutput,
            "The catalog's database contains the invalid \(column) “\(text.prefix(80))”; restore a backup.")
    }
}
