import AppGroupPlatform
import GRDB

/// A copy of the database, which gets its name once it is complete and on the disk.
struct DatabaseBackup {
    let path: String

    /// Makes the copy. If that fails, nothing of it stays.
    ///
    /// - Parameter prepare: Changes the copy in a transaction, before the copy gets its name.
    func make(from pool: DatabasePool, preparing prepare: ((Database) throws -> Void)? = nil) throws {
        let folder = Paths.parent(of: path)
        guard try StorageFolder.has(folder) else {
            throw ServiceError(
                .cannotCreate,
                "The copy \(path) can't be made: there is no folder \(folder); make it, or name another one.")
        }
        // SQLite would take a name that begins with “file:” for a URI, and make a file of another name.
        let draft = RandomName.draft(of: path.hasPrefix("/") ? path : "./\(path)")
        do {
            let copy = try DatabaseQueue(path: draft)
            try pool.backup(to: copy)
            if let prepare {
                try copy.write { try prepare($0) }
                // The copy has a write-ahead log, which does not follow it to its name. Closing would not report a full disk.
                try copy.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            }
            try copy.close()
            try Files.renameDurably(draft, to: path)
        } catch {
            for ending in ["", "-journal", "-wal", "-shm"] { _ = try? Files.removeIfThere(draft + ending) }
            throw described(error, of: pool)
        }
    }

    /// The error to report. Everything but damage concerns the copy rather than the database.
    private func described(_ error: any Error, of pool: DatabasePool) -> any Error {
        switch error {
        case let error as DatabaseError:
            switch error.resultCode.primaryResultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: ServiceError(error, at: pool.path)
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY:
                ServiceError(.permission, "The copy \(path) can't be made; check its folder and who owns it.")
            default: ServiceError(error, at: path)
            }
        default: StorageError.error(error, at: path)
        }
    }
}
