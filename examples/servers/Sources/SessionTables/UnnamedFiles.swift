public import AppGroup
public import GRDB
public import Serving
import Synchronization

/// The table `unnamed`: files beside the database that it does not name, and when each may be deleted, in milliseconds since
/// 1970.
///
/// A file that the database has named is deleted soon after. One that it has never named may be what a killed server has left,
/// but it may also belong to a newer database whose place an older copy has taken. It waits, so that the right database finds
/// it.
public enum UnnamedFiles {
    /// How long a file waits that the database has never named, in days.
    public static let days = 30

    /// Makes the table, which a trigger fills when the last row goes that names a file. Servers have run this as part of their
    /// migrations: it never changes, and later changes are further migrations.
    ///
    /// - Parameters:
    ///   - table: The table that names files.
    ///   - column: Its column with their names.
    public static func make(in database: Database, for table: String, _ column: String) throws {
        try database.execute(
            sql: """
                CREATE TABLE unnamed (file TEXT PRIMARY KEY NOT NULL, due INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                CREATE TRIGGER unnamedBy\(table) AFTER DELETE ON \(table)
                WHEN NOT EXISTS (SELECT 1 FROM \(table) WHERE \(column) = old.\(column)) BEGIN
                    INSERT OR REPLACE INTO unnamed VALUES (old.\(column), 0);
                END;
                """)
    }

    /// Lets all files wait again, because the table of a copy tells nothing of what was named since the copy was made.
    public static func waitAgain(in copy: Database) throws { try copy.execute(sql: "DELETE FROM unnamed") }
}

extension SessionTables {
    /// Deletes the files that the database does not name, once they may be deleted.
    ///
    /// - Parameters:
    ///   - blobs: The files beside the database.
    ///   - isNamed: Whether the database names a file.
    /// - Returns: How many files were found that the database has never named. They wait from now on.
    public func collect(
        _ blobs: DiskBlobStore, at now: Timestamp, isNamed: @escaping @Sendable (BlobDigest) async throws -> Bool
    ) async throws -> Int {
        let found = Mutex<[BlobDigest]>([])
        try await BlobCollector(blobs: blobs) { file in
            if try await isNamed(file) { return true }
            if let due = try await due(file) { return due > now.milliseconds }
            found.withLock { $0.append(file) }
            return true
        }.collect()
        // Written at the end: a full disk keeps no file from being deleted, and a run that was killed finds the same ones again.
        let new = found.withLock { $0 }
        if !new.isEmpty { try await wait(for: new, until: now.adding(days: UnnamedFiles.days)) }
        try await forgetGoneFiles(of: blobs, at: now)
        return new.count
    }

    private func forgetGoneFiles(of blobs: DiskBlobStore, at now: Timestamp) async throws {
        var (gone, failure): ([BlobDigest], (any Error)?) = ([], nil)
        for file in try await dueFiles(at: now) {
            try Task.checkCancellation()
            do { if try await blobs.size(of: file) == nil { gone.append(file) } } catch { failure = failure ?? error }
        }
        if !gone.isEmpty { try await forget(gone) }
        if let failure { throw failure }
    }

    /// Names a file that has just arrived, within its store's `withoutCollection`. If that fails, the file may be deleted, unless it
    /// waits already: it may belong to a newer database then.
    public func naming<Result: Sendable>(
        _ file: BlobDigest, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        do { return try await body() } catch {
            // A canceled task can't write.
            _ = await Task { try await wait(for: [file], until: Timestamp(milliseconds: 0)) }.result
            throw error
        }
    }

    private func due(_ file: BlobDigest) async throws -> Int64? {
        try await read {
            try Int64.fetchOne($0, sql: "SELECT due FROM unnamed WHERE file = ?", arguments: [file.description])
        }
    }

    private func wait(for files: [BlobDigest], until due: Timestamp) async throws {
        try await write { database in
            for file in files {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO unnamed VALUES (?, ?)",
                    arguments: [file.description, due.milliseconds])
            }
        }
    }

    private func dueFiles(at now: Timestamp) async throws -> [BlobDigest] {
        try await read {
            try String.fetchAll($0, sql: "SELECT file FROM unnamed WHERE due <= ?", arguments: [now.milliseconds])
        }.compactMap { BlobDigest($0) }
    }

    private func forget(_ files: [BlobDigest]) async throws {
        try await write { database in
            for file in files {
                try database.execute(sql: "DELETE FROM unnamed WHERE file = ?", arguments: [file.description])
            }
        }
    }
}
