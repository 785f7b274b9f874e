import AppGroupPlatform

/// A registry that is being made, under a temporary name in the container. Unless it is put in place, it is deleted with this
/// value.
///
/// To be used under the writer's lock: it removes what a killed process left behind.
struct StagedRegistry: ~Copyable {
    let path: String
    private let folder: String

    init(in container: Container) {
        folder = container.path
        path = RandomName.draft(of: container.database)
        if let folder = try? OpenFolder(container.path) { Container.removeDrafts(in: folder) }
    }

    deinit {
        for ending in [""] + Container.companions { try? Files.remove(path + ending) }
    }

    /// Makes the file with empty tables, and lets `body` fill them. Then the file is on the disk, without any log.
    func make<Result>(_ schema: Schema, _ body: (SQLiteConnection) throws -> Result) throws -> Result {
        _ = try Descriptor.makingFile(at: path)
        let result = try fill(schema, body)
        try Files.synchronize(path)
        return result
    }

    /// The connection, and with it its log, is closed when this returns.
    private func fill<Result>(_ schema: Schema, _ body: (SQLiteConnection) throws -> Result) throws -> Result {
        let connection = try SQLiteConnection(path: path, access: .readWrite)
        try connection.execute("PRAGMA page_size = \(SQLiteSession.pageSize)")
        try schema.migrate(connection, from: 0)
        let result = try body(connection)
        // The journal mode that suits the folder: later it could only be changed while no program reads.
        try connection.execute("PRAGMA journal_mode = \(SQLiteSession.journalMode(on: FileSystemKind(at: folder)))")
        return result
    }
}
