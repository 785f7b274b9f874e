import AppGroup
import CAppGroupSQLite
import Foundation

/// Empties the write-ahead log again and again, as an outsider who knows the registry's format alone: under the lock beside the
/// container, with SQLite itself.
enum Truncation {
    /// Prints how often the log was emptied.
    static func run(seconds: Int) throws {
        guard let container = Worker.registry.containerPath else { Worker.fail("the group has no container") }
        let parent = URL(fileURLWithPath: container).deletingLastPathComponent().path
        let lock = open("\(parent)/.\(Worker.group).lock", O_RDWR | O_CLOEXEC)
        var database: OpaquePointer?
        guard lock >= 0, sqlite3_open_v2("\(container)/registry.sqlite", &database, SQLITE_OPEN_READWRITE, nil) == 0
        else { Worker.fail("the registry \(container) cannot be opened") }
        _ = appgroup_sqlite3_disable_checkpoint_on_close(database)
        var count = 0
        Worker.repeatedly(for: seconds, until: { count >= 10 }) {
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                usleep(200)
                return
            }
            if sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK {
                count += 1
            }
            flock(lock, LOCK_UN)
        }
        sqlite3_close(database)
        Worker.say("\(count)")
    }
}
