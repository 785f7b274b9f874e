import AppGroupPlatform

/// The identity of a registry: a random number in the table `meta`, which no other registry has, not even a restored one.
///
/// A write that begins the log, or starts it over, writes the page that holds it, so that a log says to which registry it
/// belongs.
extension SQLiteConnection {
    /// Gives a registry its number, unless it has one.
    func giveRegistryID() throws {
        try execute("INSERT OR IGNORE INTO meta (key, value) VALUES ('id', lower(hex(randomblob(16))))")
    }

    /// The registry's number; `nil` if an older release made it, and no newer one has begun a log since.
    func registryID() throws -> String? {
        try statement("SELECT value FROM meta WHERE key = 'id'").first { $0.text(0) }
    }

    /// Writes the page that holds the number. To be called in a transaction.
    func markLog() throws {
        try giveRegistryID()
        // The page is written only if something in it changes.
        try execute(
            "INSERT INTO meta (key, value) VALUES ('logs', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1")
    }
}

/// A log that belongs to another registry than the file beside it, for example because a copy of a file was put in its place.
/// SQLite would mix the two.
struct ForeignLog {
    let path: String

    /// `nil` if the log belongs to the registry, and if that cannot be told.
    init?(beside container: Container) {
        path = "\(container.database)-wal"
        guard let log = try? Files.status(path, followingLinks: false), log.kind == .file, log.size > 0,
            container.strangeCompanion == nil, (try? container.checkDatabase()) != nil,
            let own = try? SQLiteConnection(path: container.database, access: .immutable).registryID(),
            let logged = (try? Self.loggedID(in: container, as: .readWrite))
                ?? (try? Self.loggedID(in: container, as: .readOnly)),
            own != logged
        else { return nil }
    }

    /// The registry's number as its log has it.
    private static func loggedID(in container: Container, as access: SQLiteConnection.Access) throws -> String? {
        let connection = try SQLiteSession.connect(to: container, as: access)
        // Otherwise SQLite refuses a file with more pages than the registry of the log has, because it takes that for damage.
        try connection.execute("PRAGMA writable_schema = ON")
        return try connection.registryID()
    }
}
