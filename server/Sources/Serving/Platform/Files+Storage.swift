package import AppGroupPlatform

/// The files and folders of a server.
extension Files {
    /// Makes a folder that only this user may look into, unless it exists.
    ///
    /// - Returns: Whether it was made.
    @discardableResult
    package static func ensureFolder(_ path: String) throws(SystemError) -> Bool {
        do { try makeFolder(path, permissions: 0o700) } catch .exists { return false }
        return true
    }

    /// The size of a file in bytes, without following a link; `nil` if there is none.
    package static func size(of path: String) throws(SystemError) -> UInt64? {
        do { return UInt64(max(0, try status(path, followingLinks: false).size)) } catch .notFound { return nil }
    }

    /// Removes a file.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package static func removeIfThere(_ path: String) throws(SystemError) -> Bool {
        do { try remove(path) } catch .notFound { return false }
        return true
    }

    /// Renames a file that is on the disk already, and waits until its new name is, too.
    package static func renameDurably(_ path: String, to newPath: String) throws(SystemError) {
        try rename(path, to: newPath)
        try synchronize(Paths.parent(of: newPath))
    }
}
