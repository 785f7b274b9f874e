package import AppGroupPlatform

/// A folder for files that are on their way, which is deleted together with this object. If its process is killed, the next one
/// that makes such a folder in the same place deletes it: as long as it is in use, a file in it is locked.
package final class ScratchFolder: Sendable {
    package let path: String
    private let lock: OpenFile

    private static let lockName = "lock"

    /// Makes the folder, and deletes those that killed processes have left.
    ///
    /// - Parameters:
    ///   - parent: An existing folder.
    ///   - prefix: What the names of such folders begin with.
    package init(in parent: String, prefix: String = "") throws(SystemError) {
        let folder = try OpenFolder(parent, followsLink: true)
        for name in try folder.names()
        where name.hasPrefix(prefix) && OwnFolder.isRandom(name.dropFirst(prefix.count)) {
            try? Self.removeAbandoned(name, in: folder)
        }
        while true {
            let name = prefix + RandomName.make()
            try folder.makeFolder(name)
            if let lock = try Self.lock(of: "\(parent)/\(name)") {
                (path, self.lock) = ("\(parent)/\(name)", lock)
                return
            }
        }
    }

    deinit { try? Files.removeTree(path) }

    /// The locked file in a new folder; `nil` if another process has taken the folder for an abandoned one.
    private static func lock(of path: String) throws(SystemError) -> OpenFile? {
        do throws(SystemError) {
            let file = try OpenFile(writing: "\(path)/\(lockName)", mustBeNew: true)
            guard try file.tryLock(.exclusive) else { return nil }
            return try file.isNamedFile() ? file : nil
        } catch .notFound {
            return nil
        }
    }

    private static func removeAbandoned(_ name: String, in parent: OpenFolder) throws(SystemError) {
        let folder = try parent.folder(name)
        guard try folder.status().owner == ThisProcess.effectiveUser else { return }
        do throws(SystemError) {
            let file = try OpenFile(reading: lockName, in: folder)
            guard try file.tryLock(.exclusive) else { return }
            try parent.removeTree(name)
        } catch .notFound {
            try parent.removeEmptyFolder(name)
        }
    }
}
