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
            guard own.links > 1, try areTwoNames(path, newPath) else { return try rename(path, to: newPath) }
            // Another process may be halfway through the same move.
        }
        try remove(path)
    }

    /// Whether two paths of one file are two names of it, so that one stays if the other one is removed.
    private static func areTwoNames(_ path: String, _ other: String) throws(SystemError) -> Bool {
        let parent = folder(of: path)
        guard isSamePlace(parent, folder(of: other)), let name = steps(path).last, let otherName = steps(other).last
        else { return true }
        var listed: [String] = []
        try OpenFolder(parent, followsLink: true).eachName { entry, _ in listed.append(entry) }
        return areTwoNames(name, otherName, in: listed)
    }

    /// Whether a folder lists both names, byte for byte. To a disk that ignores the case of letters, names that it doesn't list
    /// may stand for one that it does.
    static func areTwoNames(
        _ name: some Sequence<UInt8>, _ other: some Sequence<UInt8>, in listed: [String]
    ) -> Bool {
        !name.elementsEqual(other) && listed.contains { $0.utf8.elementsEqual(name) }
            && listed.contains { $0.utf8.elementsEqual(other) }
    }
}
