import AppGroupPlatform

/// Keeps a second server out of the folder of one that runs: each counts wrong passwords and keeps uploads for itself. Commands run
/// beside a server, without this lock. It ends with its process, however that ends.
public final class ServerLock: Sendable {
    private let file: OpenFile?

    /// - Parameter folder: An existing folder.
    /// - Throws: `busy` if another server has it, `permission` or `inputOutput` if that can't be found out.
    public init(folder: String) throws {
        let path = "\(folder)/.server.lock"
        // Nothing that root leaves may keep the folder's owner out.
        guard Files.exists(path) || StorageFolder.otherOwner(of: path) == nil else {
            file = nil
            return
        }
        do {
            let file = try OpenFile(writing: path)
            guard try file.tryLock(.exclusive) else {
                throw ServiceError(
                    .busy,
                    "Another server is running with the folder \(folder); stop it, or give this one a folder of its own."
                )
            }
            self.file = file
        } catch {
            throw StorageError.error(error, at: path)
        }
    }
}
