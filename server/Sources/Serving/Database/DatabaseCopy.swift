import AppGroupPlatform
import GRDB

/// A copy of the database, which gets its name once it is complete and on the disk.
struct DatabaseCopy {
    let path: String

    /// Makes the copy. If that fails, nothing of it stays.
    func make(from pool: DatabasePool) throws {
        let draft = "\(path).\(String(UInt32.random(in: 0 ... .max), radix: 36)).part"
        do {
            let copy = try DatabaseQueue(path: draft)
            try pool.backup(to: copy)
            try copy.close()
            try Files.renameDurably(draft, to: path)
        } catch {
            for file in [draft, "\(draft)-journal"] { _ = try? Files.removeIfThere(file) }
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
