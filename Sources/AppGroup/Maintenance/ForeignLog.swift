import AppGroupPlatform

/// A log that belongs to another registry than the file beside it, for example because a copy of a file was put in its place.
/// SQLite would mix the two.
struct ForeignLog {
    let path: String

    /// `nil` if the log belongs to the registry, and if that cannot be told.
    init?(beside container: Container) {
        path = "\(container.database)-wal"
        guard let log = try? Files.status(path, followingLinks: false), log.kind == .file, log.size > 0,
            container.strangeCompanion == nil, let file = try? container.checkDatabase(), file.kind == .file,
            let own = try? SQLiteConnection(path: container.database, access: .immutable).registryID(),
            let logged = try? SQLiteSession(container: container, identity: file.identity).connection.registryID(),
            own != logged
        else { return nil }
    }
}
