import AppGroup
import Foundation
import GRDB
import SystemPackage

/// The catalogue in one SQLite file, which the server and its administration commands open at the same time.
final class SQLiteCatalogStore: CatalogStore {
    let group: AppGroup.GroupID
    let signingKey: [UInt8]
    /// What this process knows of the counter of changes: raised by its own writes at once, by those of others in ``watch()``.
    let generations: GenerationNotifier
    let pool: DatabasePool
    private let lock: WriterLock

    /// The file's name in the server's data folder.
    static let fileName = "catalog.sqlite"

    /// Beyond it a writer truncates the write-ahead log.
    static let longestLog: Int = 1 << 20

    /// Opens the catalogue in a folder.
    ///
    /// - Parameter group: The family of a new catalogue, or the one that an old one must have; `nil` for whatever it has.
    init(folder: FilePath, group: AppGroup.GroupID?) throws {
        let path = folder.appending(Self.fileName)
        let lock = WriterLock(path: folder.appending(".\(Self.fileName).lock"))
        let isNew = !FileManager.default.fileExists(atPath: path.string)
        if isNew && group == nil {
            throw ServiceError(
                .notFound,
                "There is no catalogue in \(folder); make one with catalog-server serve --group GROUP --data DIR.")
        }
        let opened: Opened
        do {
            opened = try lock.holding { try Self.open(path, group: group) }
        } catch let error as DatabaseError {
            throw ServiceError(error, at: path.string)
        }
        pool = opened.pool
        self.lock = lock
        self.group = opened.group
        signingKey = opened.signingKey
        generations = GenerationNotifier(opened.generation)
    }

    /// One change in one transaction, under the lock.
    func write<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let (lock, path) = (lock, pool.path)
        let (value, generation) = try await describing {
            try await pool.writeWithoutTransaction { database in
                try lock.holding {
                    var outcome: (Value, Generation)?
                    try database.inTransaction(.immediate) {
                        outcome = (try change(database), try Self.generation(in: database))
                        return .commit
                    }
                    Self.truncateLog(of: database, at: path)
                    guard let outcome else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
                    return outcome
                }
            }
        }
        generations.advance(to: generation)
        return value
    }

    func read<Value: Sendable>(_ query: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await describing { try await pool.read(query) }
    }

    func generation() async throws -> Generation { try await read(Self.generation) }

    func check() async throws {
        _ = try await generation()
    }

    func backUp(to path: String) async throws { try DatabaseCopy(path: path).make(from: pool) }

    func close() async throws {
        let (lock, pool) = (lock, pool)
        try lock.holding { try pool.close() }
    }

    /// Says what went wrong with the file in a sentence.
    private func describing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as DatabaseError {
            throw ServiceError(error, at: pool.path)
        }
    }

    static func generation(in database: Database) throws -> Generation {
        Generation(rawValue: try Int64.fetchOne(database, sql: "SELECT value FROM generation") ?? 0)
    }

    /// A reader in the way leaves it to the next writer.
    private static func truncateLog(of database: Database, at path: String) {
        let log = (try? FileManager.default.attributesOfItem(atPath: path + "-wal"))?[.size] as? Int
        guard let log, log > longestLog else { return }
        try? database.execute(sql: "PRAGMA busy_timeout = 0")
        _ = try? database.checkpoint(.truncate)
        try? database.execute(sql: "PRAGMA busy_timeout = 5000")
    }
}
