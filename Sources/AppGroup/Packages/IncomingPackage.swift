import AppGroupPlatform

/// A version's files on their way in: a folder of the container that belongs to one process until it is moved to its place.
///
/// The process holds the lock beside the files while it lives. If it was killed, the lock is free, and the next installation
/// removes the folder.
final class IncomingPackage {
    /// Where the files are gathered.
    let files: String
    /// The name of the folder among the packages.
    let name: String
    private let packages: ContainerFolder
    private let lock: FileLock

    /// The name of the folder of files in it.
    static let filesName = "files"
    private static let prefix = ".incoming-"
    private static let lockName = "lock"

    /// Makes the folder. To be called under the writer's lock, so that no other process sees it before it is locked.
    init(in packages: String) throws(AppGroupError) {
        name = Self.prefix + RandomName.make()
        files = "\(packages)/\(name)/\(Self.filesName)"
        self.packages = ContainerFolder(path: packages)
        let shelf = try self.packages.make()
        do throws(SystemError) {
            try shelf.makeFolder(name)
            let folder = try shelf.folder(name)
            try folder.makeFolder(Self.filesName)
            lock = try FileLock(Self.lockName, in: folder)
            _ = try lock.tryLock()
        } catch {
            throw Container.described(error, "The folder \(packages)/\(name) cannot be made")
        }
    }

    /// Removes the folder, best effort: otherwise the next installation does.
    func discard() { try? packages.open()?.removeTree(name) }

    /// Whether a name is one of these folders.
    static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && RandomName.isOne(name.dropFirst(prefix.count))
    }

    /// Whether the process that made this folder is gone.
    static func isAbandoned(_ name: String, in packages: OpenFolder) -> Bool {
        guard let folder = try? packages.folder(name), let lock = try? FileLock(lockName, in: folder) else {
            return false
        }
        return (try? lock.tryLock()) ?? false
    }
}
