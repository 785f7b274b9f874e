import Accounts
import GRDB
import Synchronization

/// Learns from the audit log whether another process may have ended sessions.
///
/// The caches of sessions are emptied only then: other changes of the database, such as those of users' data, don't concern them.
public final class LoginLog<Tables: SessionTables>: Sendable {
    private let tables: Tables
    /// The newest entry that was read; `nil` if the log was not read yet.
    private let newest = Mutex<Int64?>(nil)

    /// Reads from the log of these tables.
    public init(_ tables: Tables) { self.tables = tables }

    /// Reads what was added since the last call. The first call empties the caches of sessions, since nobody knows what happened
    /// before.
    public func catchUp() async throws {
        let known = newest.withLock { $0 }
        let (actions, last) = try await tables.read { database in
            let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM audit")
            let actions = try String.fetchAll(
                database, sql: "SELECT DISTINCT action FROM audit WHERE id > ?", arguments: [known])
            return (actions, last ?? 0)
        }
        if known == nil || actions.contains(where: Self.changesLogins) { tables.logins.note(nil) }
        newest.withLock { $0 = last }
    }

    /// Whether an action may have ended a session. One that this program doesn't know may have.
    private static func changesLogins(_ action: String) -> Bool {
        LoginAction(rawValue: action)?.changesLogins ?? Tables.Action(rawValue: action)?.changesLogins ?? true
    }
}
