import AppGroupPlatform

/// A file that is to replace a registry: a backup, or any registry in one file.
struct BackupFile {
    /// The path of the file, with links resolved.
    let path: String
    private let name: String
    private let schema: Schema

    init(_ path: String, schema: Schema) throws {
        name = path
        self.schema = schema
        do {
            self.path = try Files.resolved(path)
        } catch SystemError.notFound {
            throw AppGroupError(.notFound, "There is no file \(path); name one that launcher backup wrote.")
        } catch {
            throw Container.described(error, "The backup \(path) cannot be read")
        }
    }

    /// Refuses a file that is not a backup, is damaged, or was written by a newer release. Writes nothing.
    func check() throws {
        try checkFile()
        try read { connection, _ in try describingErrors { try forEachImage(in: connection) { _, _ in } } }
    }

    /// The group that the backup was made of; `nil` if the file does not say so.
    func group() throws -> GroupID? {
        try checkFile()
        // The restore checks the rest.
        return try describingErrors {
            let connection = try SQLiteConnection(path: path, access: .immutable)
            try checkTables(connection)
            let meta = try connection.statement("SELECT value FROM meta WHERE key = 'group'")
            return try meta.first { try? GroupID($0.text(0)) } ?? nil
        }
    }

    /// Refuses anything but a complete file.
    private func checkFile() throws {
        let status = try describingErrors { try Files.status(path) }
        guard status.kind == .file else {
            throw AppGroupError(.damaged, "\(name) is not a plain file; name one that launcher backup wrote.")
        }
        for ending in Container.logs {
            guard let log = try? Files.status(path + ending), log.size > 0 else { continue }
            throw AppGroupError(
                .damaged,
                "\(name) is not complete, because \(name)\(ending) is beside it; make one file of them with: "
                    + "launcher backup, or sqlite3 \(ShellWords.line([name])) \"VACUUM INTO 'FILE'\"")
        }
    }

    /// Checks the file, and calls `body` with a connection that only reads it.
    ///
    /// - Parameter body: Also gets the schema of the version that the file has.
    func read<Result>(_ body: (SQLiteConnection, Schema) throws -> Result) throws -> Result {
        let (connection, schema) = try describingErrors {
            let connection = try SQLiteConnection(path: path, access: .immutable)
            return (connection, try check(connection))
        }
        return try body(connection, schema)
    }

    /// Refuses a database that is not a registry, is damaged, or was written by a newer release, whose additions would be lost.
    ///
    /// - Returns: The schema of the file's version.
    private func check(_ connection: SQLiteConnection) throws -> Schema {
        try checkTables(connection)
        let version: Int64
        switch try schema.state(of: connection) {
        case .empty, .usable(...0): throw SQLiteError(code: .notADatabase, message: "it is empty")
        case .tooNew(let release): throw tooNew(release)
        case .usable(let found) where found > schema.version:
            throw tooNew(try connection.release() ?? "a newer one")
        case .usable(let found): version = found
        }
        if version == schema.version { try checkRows(connection) }
        if let fault = try connection.integrityFaults(of: path).first {
            throw SQLiteError(code: .corrupt, message: fault)
        }
        return Schema(migrations: schema.migrations.filter { $0.version <= version })
    }

    /// The tables that are read.
    private static let tables: Set = [
        "meta", "app", "scheme", "field", "setting", "opening", "offers", "model", "action", "rise", "image",
    ]

    /// Refuses a view, or a table of a module, in the place of a table: its rows may have no end.
    private func checkTables(_ connection: SQLiteConnection) throws {
        try connection.statement(
            "SELECT lower(name) FROM sqlite_schema WHERE type IN ('table', 'view') AND ifnull(rootpage, 0) = 0"
        ).all { row in
            guard Self.tables.contains(row.text(0)) else { return }
            throw SQLiteError(code: .notADatabase, message: "its table \(row.text(0)) is a view")
        }
    }

    private func tooNew(_ release: String) -> AppGroupError {
        AppGroupError(
            .tooNew,
            "The backup \(name) was made by a newer release; install launcher \(release) or newer to restore it.")
    }

    /// Refuses rows that cannot be read, as making a backup does.
    func checkRows(_ connection: SQLiteConnection) throws {
        guard let row = try connection.undecodableRows().first else { return }
        throw SQLiteError(code: .corrupt, message: "the row “\(row)” cannot be read")
    }

    /// Calls `body` with each image in the backup. Refuses an image that does not match its name.
    func forEachImage(in connection: SQLiteConnection, _ body: (AppIcon, [UInt8]) throws -> Void) throws {
        let tables = try connection.statement(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'image'")
        guard try tables.first(row: { $0.bool(0) }) == true else { return }
        try connection.statement("SELECT name, bytes FROM image").all { row in
            let (image, bytes) = (row.text(0), row.blob(1))
            let source = image.hasSuffix(".png") ? IconSource.png(bytes) : .svg(bytes)
            guard let icon = try? PreparedIcon(source).icon, icon.fileName == image else {
                throw SQLiteError(
                    code: .corrupt, message: "the image \(PlainText.quoted(image)) does not match its name")
            }
            try body(icon, bytes)
        }
    }

    func describingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SystemError {
            throw Container.described(error, "The backup \(name) cannot be read")
        } catch let error as SQLiteError {
            switch error.code.primary {
            // That is the disk of the registry.
            case .full: throw error
            case .notADatabase, .error:
                throw AppGroupError(
                    .damaged,
                    "\(name) is not a backup of an app group (\(error.message)); name a file that launcher backup wrote."
                )
            case .corrupt, .constraint:
                throw AppGroupError(
                    .damaged, "The backup \(name) is damaged (\(error.message)); use another one.")
            case .cannotOpen, .permission:
                throw AppGroupError(
                    .permission, "The backup \(name) cannot be opened (\(error.message)); check its permissions.")
            default:
                throw AppGroupError(
                    .inputOutput, "The backup \(name) cannot be read (\(error.message)); check the disk.")
            }
        }
    }
}
