import AppGroupPlatform
import ToolProgram
import ToolSupport

/// The right to decode attachments into a draft, which one process at a time has.
struct AttachmentDrafts {
    /// The draft. It has the same name in every process, so there is never more than one.
    let path: String
    private let lock: ProcessTurn

    /// Takes the right, and deletes what a killed process has left.
    ///
    /// - Parameter patience: How long to wait for another process.
    /// - Returns: nil if another process still has the right after that time.
    init?(in store: Store, patience: Duration) throws(ToolError) {
        path = "\(store.mailFolder)/attachment.draft"
        do throws(SystemError) {
            try Files.makeFolders(store.mailFolder)
            let place = "\(Store.folder(in: store.root))/attachments.lock"
            guard let lock = try ProcessTurn.wait(at: place, patience: patience) else { return nil }
            self.lock = lock
            do throws(SystemError) { try Files.remove(path) } catch .notFound {}
        } catch {
            throw .inputOutput("\(store.mailFolder) can't be used for attachments: \(error).")
        }
    }

    /// Gives up the right.
    func end() { lock.end() }
}
