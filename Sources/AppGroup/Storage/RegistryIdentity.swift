/// The identity of a registry: a random number in the table `meta`, which no other registry has, not even a restored one.
///
/// The first write into an empty log writes the page that holds it, so that a log says to which registry it belongs.
extension SQLiteConnection {
    /// Gives a registry its number, unless it has one.
    func giveRegistryID() throws {
        try execute("INSERT OR IGNORE INTO meta (key, value) VALUES ('id', lower(hex(randomblob(16))))")
    }

    /// The registry's number; `nil` if an older release made it, and no newer one has written into an empty log since.
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
