extension SQLiteError {
    /// The failure as users read it: which file, what happened, what to do.
    func described(path: String) -> AppGroupError {
        switch code {
        case .notADatabase:
            AppGroupError(
                .damaged,
                "The store \(path) is no registry (\(message)); run: launcher doctor --repair, or move it away.")
        case .corrupt:
            AppGroupError(.damaged, "The store \(path) is damaged (\(message)); run: launcher doctor --repair")
        case .busy, .locked:
            AppGroupError(.busy, "The store \(path) is in use by another program; try again.")
        case .full:
            AppGroupError(
                .inputOutput,
                "There is no room on the disk for the store \(path); free some space. Nothing was changed.")
        case .readOnly, .permission:
            AppGroupError(.permission, "The store \(path) may not be written (\(message)); look at its permissions.")
        case .cannotOpen:
            AppGroupError(.permission, "The store \(path) cannot be opened (\(message)); look at its permissions.")
        default:
            AppGroupError(
                .inputOutput,
                "The store \(path) failed (\(message), SQLite \(code.rawValue)); look at the disk, "
                    + "then run: launcher doctor")
        }
    }
}

extension SQLiteError {
    /// Whether the file itself is at fault: it cannot be read as a database, or not as a registry.
    var isDamage: Bool {
        switch code.primary {
        case .corrupt, .notADatabase, .cannotOpen, .error: true
        case .inputOutput: code == .readFailed || code == .readTooShort
        default: false
        }
    }
}

extension Schema {
    /// Refuses to write a store that a newer release made.
    func checkWritable(_ connection: SQLiteConnection, path: String) throws {
        let oldest = try connection.statement("SELECT value FROM meta WHERE key = 'oldestWriter'").first {
            $0.integer(0)
        }
        guard let oldest, oldest > version else { return }
        let release = try connection.statement("SELECT value FROM meta WHERE key = 'release'").first { $0.text(0) }
        throw AppGroupError(
            .tooNew,
            "The store \(path) was made by release \(release ?? "?"), which this one may only read; install "
                + "launcher \(release ?? "") or newer, and rebuild the tools that embed AppGroup with it.")
    }
}
