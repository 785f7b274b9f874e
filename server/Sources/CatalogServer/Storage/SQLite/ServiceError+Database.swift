import GRDB

extension ServiceError {
    /// What SQLite says, in a sentence that says what to do next.
    init(_ error: DatabaseError, at path: String) {
        let words = error.message ?? "\(error.resultCode)"
        switch error.resultCode.primaryResultCode {
        case .SQLITE_FULL: self.init(.noSpace, "The disk of the database \(path) is full; make room.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "The database \(path) is in use by something else; try again.", retryAfter: 5)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            self.init(.permission, "The database \(path) can't be opened for writing (\(words)); check who owns it.")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.inputOutput, "The database \(path) is damaged (\(words)); restore a backup: docs/server.md.")
        default: self.init(.inputOutput, "The database \(path) failed: \(words).")
        }
    }
}
