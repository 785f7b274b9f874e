public import AppGroupPlatform
import CToolSupport

/// Writing and moving files.
extension Files {
    /// As ``replaceDurably(_:with:)``, while a ``ProcessTurn`` keeps other writers away. The draft beside the file always has the
    /// same name, so that killed processes leave at most one.
    public static func replaceUnderLock(_ path: String, with contents: [UInt8]) throws(SystemError) {
        let draft = "\(path).new"
        do throws(SystemError) {
            try Descriptor(opening: draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW).writeAll(contents)
            try rename(draft, to: path)
        } catch {
            try? remove(draft)
            throw error
        }
        try synchronize(folder(of: path))
    }

    /// Gives a file a new name on the same file system, but never the name of another file.
    ///
    /// POSIX `rename` would replace that file, so the new name is made as a hard link. If the file system has no hard
    /// links, the new name is checked before the file is renamed. A relative link is made again if it would lead elsewhere.
    public static func move(_ path: String, to newPath: String) throws(SystemError) {
        if let text = text(ofLink: path, movedTo: newPath) {
            try symbolicLink(text, at: newPath)
            return try remove(path)
        }
        do throws(SystemError) {
            try hardLink(path, as: newPath)
        } catch .notFound {
            throw .notFound
        } catch {
            // A link and the file that it leads to are two.
            guard let other = try? status(newPath, followingLinks: false) else {
                guard error != .exists else { throw error }
                return try rename(path, to: newPath)
            }
            let own = try status(path, followingLinks: false)
            guard own.identity == other.identity else { throw .exists }
            // To this file system, the names are the same, such as two that differ only in the case of a letter.
            guard own.links > 1, try !isOneName(path, newPath) else { return try rename(path, to: newPath) }
            // Another process may be halfway through the same move.
        }
        try remove(path)
    }

    /// Whether two paths of one file are the same name in the same folder, so that the file would lose its only name there with it.
    private static func isOneName(_ path: String, _ other: String) throws(SystemError) -> Bool {
        let parent = folder(of: other)
        guard isSamePlace(folder(of: path), parent) else { return false }
        let name = steps(other).last
        var isListed = false
        try OpenFolder(parent, followsLink: true).eachName { listed, _ in
            if let name, listed.utf8.elementsEqual(name) { isListed = true }
        }
        return !isListed || steps(path).last == name
    }
}
