public import AppGroupPlatform
import CToolSupport

/// Writing and moving files.
extension Files {
    /// Replaces the contents of a file in one step that survives a crash: a reader sees either the old contents or the
    /// new.
    ///
    /// - Parameter isLocked: Whether a ``ProcessTurn`` keeps other writers away. Then the draft beside the file always has
    ///   the same name, so that a killed process leaves at most one. Otherwise each process has a draft of its own.
    public static func replace(_ path: String, with contents: [UInt8], isLocked: Bool) throws(SystemError) {
        let draft = isLocked ? "\(path).new" : "\(path).\(getpid()).new"
        do throws(SystemError) {
            try Descriptor(opening: draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW).writeAll(contents)
            try rename(draft, to: path)
        } catch {
            try? remove(draft)
            throw error
        }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        try synchronize(String(path[...slash]))
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
            guard own.links > 1 else { return try rename(path, to: newPath) }
            // Another process may be halfway through the same move.
        }
        try remove(path)
    }
}
