/// The assignment of work that only one server needs to do, as rows in the database.
protocol ChoreStore: Sendable {
    /// Takes a chore if it is due and no server is doing it. One that would not be due for longer than its interval is due now:
    /// when it was done, the clock was ahead.
    ///
    /// - Parameters:
    ///   - holder: A unique name of the server that takes it.
    ///   - lease: After this time, others may take it, unless ``keepChore(_:by:for:)`` is called before.
    /// - Returns: Whether the holder is to do it now; never while the catalog is being moved.
    func beginChore(_ chore: Chore, by holder: String, for lease: Duration) async throws -> Bool

    /// Extends the lease of a chore.
    ///
    /// - Returns: Whether the holder still has it.
    func keepChore(_ chore: Chore, by holder: String, for lease: Duration) async throws -> Bool

    /// Ends a chore.
    ///
    /// - Parameter isDone: Whether it is due again only after its interval; otherwise any server may take it at once.
    func endChore(_ chore: Chore, by holder: String, isDone: Bool) async throws
}

/// Work that one server does for all of them.
struct Chore: Hashable, Sendable {
    /// Its name in the database.
    let name: String
    /// How long after its end it is due again.
    let interval: Duration

    /// Deletes the packages and icons that nothing needs.
    static let blobs = Chore(name: "blobs", interval: .seconds(3300))
    /// Cancels abandoned uploads to the bucket.
    static let multiparts = Chore(name: "multiparts", interval: .seconds(600))
    /// Deletes sessions that have ended, and other data that is kept only for a while.
    static let sessions = Chore(name: "sessions", interval: .seconds(180))
}
