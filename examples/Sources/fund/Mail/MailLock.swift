import AppGroupCommands
import ToolProgram
import ToolSupport

/// The right to fetch mail, or to change which mailbox it comes from. One process at a time has it, as long as this value lives.
struct MailLock {
    private let lock: FileLock

    /// How long to wait for another process, in seconds.
    private static let patience = 30.0 * 60

    /// Waits for another process that has the right, and says so.
    init(in store: Store) throws(ToolError) {
        let path = "\(Store.folder(in: store.root))/mail.lock"
        let lock: FileLock?
        do throws(Errno) {
            lock = try FileLock.wait(at: path, patience: Self.patience) {
                console.say("Another process fetches mail: waiting for it.")
            }
        } catch {
            throw ToolError.inputOutput("\(path) can't be locked: \(error).")
        }
        guard let lock else {
            throw ToolError.busy("Another process has been fetching mail for too long. Is it stopped? Try again later.")
        }
        self.lock = lock
    }
}
