import AppPackage
import SystemPackage

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension FileTree {
    /// Makes a folder that only this user may look into, unless it is there.
    ///
    /// - Returns: Whether it was made.
    @discardableResult
    static func ensureFolder(_ path: String) throws(Errno) -> Bool {
        do { try makeFolder(path) } catch .fileExists { return false }
        return true
    }

    /// Gives a file a second name. An existing file of that name stays as it is.
    ///
    /// - Returns: Whether the name is new.
    static func link(_ path: String, as newPath: String) throws(Errno) -> Bool {
        #if canImport(Darwin)
        let result = Darwin.link(path, newPath)
        #else
        let result = Glibc.link(path, newPath)
        #endif
        if result == 0 { return true }
        if errno == EEXIST { return false }
        throw Errno(rawValue: errno)
    }

    /// Removes a file.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    static func removeIfThere(_ path: String) throws(Errno) -> Bool {
        do { try remove(path) } catch .noSuchFileOrDirectory { return false }
        return true
    }

    /// Renames a file whose contents are on the disk, and waits until its new name is.
    static func renameDurably(_ path: String, to newPath: String) throws(Errno) {
        try rename(path, to: newPath)
        let folder = FilePath(newPath).removingLastComponent()
        try synchronize(folder.isEmpty ? "." : folder.string)
    }

    /// Removes an empty folder; leaves one that holds something.
    static func removeEmptyFolder(_ path: String) { rmdir(path) }
}
