import AppGroupPlatform
import CAppGroupSQLite

/// The connections that are open in this process, so that a child made by `fork` can close those of its parent.
///
/// SQLite notes for each file which locks this process holds. While a connection of the parent stays open in the child, SQLite
/// takes the parent's locks for the child's, and a new connection to the same file takes none. This holds for every connection
/// of the parent, including those of handles that the child does not use.
///
/// A child that becomes a daemon may have closed all descriptors before its first call. The numbers that SQLite remembers then
/// belong to files of the child itself, such as its log, so nothing may be closed, and SQLite can no longer be used.
enum InheritedConnections {
    private struct State {
        var process = ThisProcess.number
        var open: [OpenDatabase] = []
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
        let hasLostFiles = state.withLock { state -> Bool in
            let process = ThisProcess.number
            guard !state.hasLostFiles, state.process != process else { return state.hasLostFiles }
            guard haveFiles(state.open) else {
                state.hasLostFiles = true
                return true
            }
            for database in state.open { database.close() }
            state = State(process: process)
            return false
        }
        if hasLostFiles { throw lostFiles }
    }

    /// Whether each of these databases still has a descriptor of its file.
    private static func haveFiles(_ databases: [OpenDatabase]) -> Bool {
        var files = ThisProcess.openFileIdentities()
        return databases.allSatisfy { database in
            guard let file = database.file else { return true }
            guard let place = files.firstIndex(of: file) else { return false }
            files.remove(at: place)
            return true
        }
    }

    /// Notes what a connection of this process has open.
    static func add(_ database: OpenDatabase) { state.withLock { $0.open.append(database) } }

    /// Forgets it, because the connection is about to end.
    ///
    /// - Returns: Whether it may be closed.
    static func remove(_ database: OpenDatabase) -> Bool {
        let mayClose = (try? close()) != nil
        state.withLock { state in state.open.removeAll { $0 === database } }
        return mayClose
    }
}

/// What a connection has open. The list above holds it instead of the connection, which a weak reference would make slower in every
/// use: Swift counts the references to an object elsewhere once there is a weak one.
final class OpenDatabase {
    private let handle: OpaquePointer
    /// Its file; `nil` if the system doesn't say.
    let file: FileStatus.Identity?
    /// A few dozen at most, so their texts are compared: the hash of one costs more.
    var statements: [SQLiteStatement] = []
    private var isOpen = true

    init(_ handle: OpaquePointer, path: String) {
        self.handle = handle
        file = try? Files.status(path).identity
    }

    /// Closes it, unless that has happened: in a child, it may have been closed together with all others of the parent. Nothing may
    /// use the connection or its statements afterwards.
    func close() {
        guard isOpen else { return }
        isOpen = false
        statements.removeAll()
        sqlite3_close_v2(handle)
    }
}
