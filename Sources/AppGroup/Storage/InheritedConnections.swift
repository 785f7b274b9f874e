import AppGroupPlatform

/// The connections that are open in this process, so that a child made by `fork` can close those of its parent.
///
/// SQLite notes for each file which locks this process holds. While a connection of the parent stays open in the child, SQLite
/// takes the parent's locks for the child's, and a new connection to the same file takes none. This holds for every connection
/// of the parent, including those of handles that the child does not use.
enum InheritedConnections {
    private struct Open {
        /// What still names the connection while it ends.
        let id: ObjectIdentifier
        weak var connection: SQLiteConnection?
    }

    private struct State {
        var process = ThisProcess.number
        var open: [Open] = []
    }

    private static let state = Exclusive(State())

    /// Closes every connection that a parent process opened. That does not disturb the parent: POSIX locks belong to one
    /// process, and no thread is inside a call while a process forks.
    static func close() {
        let closed: [SQLiteConnection] = state.withLock { state in
            let process = ThisProcess.number
            guard state.process != process else { return [] }
            let inherited = state.open.compactMap { $0.connection }
            for connection in inherited { connection.close() }
            state = State(process: process)
            return inherited
        }
        // If one of them ends here, it forgets itself, and needs the lock for that.
        withExtendedLifetime(closed) {}
    }

    /// Notes a connection that this process has opened.
    static func add(_ connection: SQLiteConnection) {
        let added = Open(id: ObjectIdentifier(connection), connection: connection)
        state.withLock { $0.open.append(added) }
    }

    /// Forgets a connection that is about to close.
    static func remove(_ connection: SQLiteConnection) {
        let id = ObjectIdentifier(connection)
        state.withLock { state in state.open.removeAll { $0.id == id } }
    }
}
