extension Schema {
    /// What a database file says about itself.
    enum State: Equatable {
        /// A file without any table: made a moment ago, or by a process that was killed then.
        case empty
        /// A registry that this code may write, once it has run the migrations after this version.
        case usable(version: Int64)
        /// A registry that this code may only read, and the release that writes it.
        case tooNew(release: String)
    }

    func state(of connection: SQLiteConnection) throws -> State {
        let version = try connection.statement("PRAGMA user_version").first { $0.integer(0) } ?? 0
        if version == 0,
            try connection.statement("SELECT count(*) FROM sqlite_schema").first(row: { $0.integer(0) }) == 0
        {
            return .empty
        }
        guard try connection.statement("PRAGMA application_id").first(row: { $0.integer(0) }) == Self.applicationID
        else {
            throw SQLiteError(code: .notADatabase, message: "the file is a database of some other program")
        }
        if version < self.version, let later = try laterStep(than: version, in: connection) {
            // Unless it was migrated in between, the number is damaged. Migrating would fail, and reading would overlook the rest.
            guard try connection.statement("PRAGMA user_version").first(row: { $0.integer(0) }) == version else {
                return try state(of: connection)
            }
            throw SQLiteError(
                code: .corrupt,
                message: "it claims version \(version) of its tables, and has those of version \(later)")
        }
        guard version > self.version else { return .usable(version: version) }
        guard try connection.oldestWriter() ?? .max > self.version else { return .usable(version: version) }
        return .tooNew(release: try connection.release() ?? "a newer one")
    }

    /// The first later version whose tables or columns are there.
    private func laterStep(than version: Int64, in connection: SQLiteConnection) throws -> Int64? {
        try migrations.first { migration in
            guard migration.version > version, let trace = migration.trace else { return false }
            return try connection.statement("SELECT \(trace)").first { $0.bool(0) } ?? false
        }?.version
    }

    /// Whether the registry names a release whose versions this code knows. Such a release wrote no later version than this.
    func knows(release: String?) -> Bool { migrations.contains { $0.release == release } }

    /// What is wrong with the version that a usable registry claims; `nil` if nothing is.
    func versionFault(of connection: SQLiteConnection) throws -> String? {
        let version = try connection.statement("PRAGMA user_version").first { $0.integer(0) } ?? 0
        guard version > self.version else { return nil }
        let release = try connection.release()
        guard knows(release: release) else { return nil }
        return "it claims version \(version) of its tables, which release \(release ?? "") never wrote"
    }

    /// Lets a connection that only reads see an older registry as one of this version. Temporary tables and
    /// views, which belong to the connection and need no file, stand in for those that it lacks.
    func standIn(forStepsAfter version: Int64, on connection: SQLiteConnection) throws {
        try connection.execute("PRAGMA temp_store = MEMORY")
        for migration in migrations where migration.version > version { try connection.execute(migration.standIn) }
    }

    /// Brings a registry to this version, all or nothing. To be called under the writer's lock.
    func migrate(_ connection: SQLiteConnection, from version: Int64) throws {
        try connection.execute("BEGIN IMMEDIATE")
        do {
            for migration in migrations where migration.version > version {
                try connection.execute(migration.sql)
                let meta = try connection.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
                try meta.run("oldestWriter", .integer(migration.oldestWriter))
                try meta.run("release", .text(migration.release))
            }
            if version == 0 { try connection.giveRegistryID() }
            try connection.execute(
                "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(self.version)")
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// Whether this code may write a registry, or only read it.
    func mayWrite(_ connection: SQLiteConnection) throws -> Bool { try connection.oldestWriter() ?? 0 <= version }

    /// Refuses to write a registry that a newer release made.
    func checkWritable(_ connection: SQLiteConnection, path: String) throws {
        guard try !mayWrite(connection) else { return }
        let release = try connection.release()
        throw AppGroupError(
            .tooNew,
            "The registry \(path) was made by release \(release ?? "?"), and this release can only read it; install "
                + "launcher \(release ?? "") or newer, and rebuild the tools that embed AppGroup with it.")
    }
}

extension SQLiteConnection {
    /// The oldest version of the code that may write the registry.
    fileprivate func oldestWriter() throws -> Int64? {
        try statement("SELECT value FROM meta WHERE key = 'oldestWriter'").first { $0.integer(0) }
    }

    /// The release that can write the registry, as that says, harmless on a terminal.
    func release() throws -> String? {
        try statement("SELECT value FROM meta WHERE key = 'release'").first { PlainText.harmless($0.text(0)) }
    }
}
