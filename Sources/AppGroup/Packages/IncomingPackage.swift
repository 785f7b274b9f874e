import AppGroupPlatform

/// A version's files on their way in: a folder of the container that belongs to one process until it is moved to its place.
///
/// The process holds the lock beside the files while it lives. If it was killed, the lock is free, and the next installation
/// removes the folder.
final class IncomingPackage {
    /// Where the files are gathered.
    let files: String
    private let folder: String
    private let lock: FileLock

    static let prefix = ".incoming-"

    /// Makes the folder. To be called under the writer's lock, so that no other process sees it before it is locked.
    init(in packages: String) throws(AppGroupError) {
        folder = "\(packages)/\(Self.prefix)\(RandomName.make())"
        files = "\(folder)/files"
        do {
            try Files.makeDirectories(folder, permissions: 0o700)
            try Files.makeDirectory(files, permissions: 0o700)
            lock = try FileLock(path: Self.lock(of: folder))
            _ = try lock.tryLock()
        } catch {
            throw Container.described(error, "The folder \(folder) cannot be made", path: packages)
        }
    }

    /// Removes the folder, best effort: otherwise the next installation does.
    func discard() { try? Files.removeTree(folder) }

    /// Whether the process that made this folder is gone.
    static func isAbandoned(_ folder: String) -> Bool {
        guard let lock = try? FileLock(path: lock(of: folder)) else { return false }
        return (try? lock.tryLock()) ?? false
    }

    private static func lock(of folder: String) -> String { "\(folder)/lock" }
}
