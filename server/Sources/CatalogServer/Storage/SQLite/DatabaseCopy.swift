import AppPackage
import GRDB

/// A copy of the database, which has its name once it is whole and on the disk.
struct DatabaseCopy {
    let path: String

    /// Makes it; where that fails, nothing of it stays.
    func make(from pool: DatabasePool) throws {
        let draft = "\(path).\(String(UInt32.random(in: 0 ... .max), radix: 36)).part"
        do {
            let copy = try DatabaseQueue(path: draft)
            try pool.backup(to: copy)
            try copy.close()
            try FileTree.renameDurably(draft, to: path)
        } catch {
            for file in [draft, "\(draft)-journal"] { _ = try? FileTree.removeIfThere(file) }
            throw described(error, of: pool)
        }
    }

    /// What went wrong, at the copy: only damage can be the database's own.
    private func described(_ error: any Error, of pool: DatabasePool) -> any Error {
        switch error {
        case let error as DatabaseError:
            switch error.resultCode.primaryResultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: ServiceError(error, at: pool.path)
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY:
                ServiceError(.permission, "The copy \(path) can't be made; look at its folder and who owns that.")
            default: ServiceError(error, at: path)
            }
        default: StorageError.error(error, at: path)
        }
    }
}
