import AppGroupPlatform

/// The connections that are open in this process, so that a child made by `fork` can close those of its parent.
///
/// SQLite notes for each file which locks this process holds. While a connection of the parent stays open in the child, SQLite
/// takes the parent's locks for the child's, and a new connection to the same file takes none. This holds for every connection
/// of the parent, including those of handles that the child does not use.
///
/// A child that becomes a daemon may have closed all descriptors before its first call. The numbers that SQLite remembers then
/// belong to files of the child itself, such as its log, so nothing may be closed, and SQLite can no longer be used.
enum InheritedConnections {
    private struct Open {
        /// What still names the connection while it ends.
        let id: ObjectIdentifier
        weak var connection: SQLiteConnection?
        /// The file that it has open; `nil` if the system doesn't say.
        let file: FileStatus.Identity?
    }

    private struct State {
        var process = ThisProcess.number
        var open: [Open] = []
        /// Whether this process, or one that it was forked from, has closed descriptors that it inherited.
        var hasLostFiles = false
    }

    private static let state = Exclusive(State())

    /// What is thrown in a child that has closed the descriptors of its parent's connections.
    static let lostFiles = AppGroupError(
        .configuration,
        "This process was forked while a group was open, and has since closed the group's files, as daemons do; "
            + "open groups only after that, or close them and their watches before the fork.")

    /// Closes every connection that a parent process opened. That does not disturb the parent: POSIX locks belong to one
    /// process, and no thread is inside a call while a process forks.
    ///
    /// - Throws: ``lostFiles``.
    static func close() throws(AppGroupError) {
        let (inherited, hasLostFiles) = state.withLock { state -> ([SQLiteConnection], Bool) in
            let process = ThisProcess.number
            guard !state.hasLostFiles, state.process != process else { return ([], state.hasLostFiles) }
            guard haveFiles(state.open) else {
                state.hasLostFiles = true
                return ([], true)
            }
            let inherited = state.open.compactMap { $0.connection }
            for connection in inherited { connection.close() }
            state = State(process: process)
            return (inherited, false)
        }
        // If one of them ends here, it forgets itself, and needs the lock for that.
        withExtendedLifetime(inherited) {}
        if hasLostFiles { throw lostFiles }
    }

    /// Whether each of these connections still has a descriptor of its file.
    private static func haveFiles(_ connections: [Open]) -> Bool {
        var files = ThisProcess.openFileIdentities()
        return connections.allSatisfy { connection in
            guard let file = connection.file else { return true }
            guard let place = files.firstIndex(of: file) else { return false }
            files.remove(at: place)
            return true
        }
    }

    /// Notes a connection that this process has opened.
    static func add(_ connection: SQLiteConnection, to path: String) {
        let file = try? Files.status(path).identity
        let added = Open(id: ObjectIdentifier(connection), connection: connection, file: file)
        state.withLock { $0.open.append(added) }
    }

    /// Forgets a connection that is about to end. - Returns: Whether it may be closed.
    static func remove(_ connection: SQLiteConnection) -> Bool {
        let mayClose = (try? close()) != nil
        let id = ObjectIdentifier(connection)
        state.withLock { state in state.open.removeAll { $0.id == id } }
        return mayClose
    }
}
