public import AppGroupPlatform
import CToolSupport

extension Files {
    /// Copies a regular file into a folder, under a name that no other file there has.
    ///
    /// The copy gets its name only when it is complete and on the disk. If the name is taken, a number is added to it:
    /// of two processes that copy files of the same name at the same time, each gets a name of its own.
    ///
    /// - Parameters:
    ///   - name: The wanted name, without a slash.
    ///   - isPrivate: Whether only its user can read the copy. Otherwise, this process's mask and the folder decide.
    ///   - isSame: Receives the path of a file that has the name already; returns true if that file will do.
    ///   - progress: Receives the number of bytes that have been copied; returns false to end the copying with `ECANCELED`.
    /// - Returns: The name of the copy, and whether it is new.
    /// - Throws: ``SystemError/busy`` if the file changed while it was copied.
    public static func copy(
        _ path: String, into folder: String, as name: String, isPrivate: Bool = true,
        unless isSame: (String) -> Bool = { _ in false }, progress: (Int) -> Bool = { _ in true }
    ) throws(SystemError) -> (name: String, isNew: Bool) {
        let draft = try draftCopy(of: path, in: folder, isPrivate: isPrivate, progress: progress)
        defer { withExtendedLifetime(draft) {} }
        return try giveName(to: draft.path, in: folder, name: name, unless: isSame)
    }

    /// Writes a new file into a folder, under a name that no other file there has. Only its user can read it.
    ///
    /// - Parameters:
    ///   - name: The wanted name, without a slash. A number is added to it if it is taken.
    ///   - acceptsSame: Whether a file that has the name and these bytes already will do.
    /// - Returns: The name.
    public static func write(
        _ contents: [UInt8], into folder: String, as name: String, acceptsSame: Bool = false
    ) throws(SystemError) -> String {
        let draft = try CopyDraft(in: folder)
        defer { withExtendedLifetime(draft) {} }
        try draft.file.writeAll(contents)
        return try giveName(to: draft.path, in: folder, name: name) { acceptsSame && areSame(draft.path, $0) }.name
    }

    /// Moves a file to a path, even on another file system. The file appears there only when it is complete and on the disk.
    ///
    /// - Parameter isReplacing: Whether it replaces a file that has the path already. If that is a link, the link stays, and
    ///   the file that it leads to is replaced. The permissions of the old file stay, and so does its group. If this process
    ///   can't give a file to that group, no group gets the rights that it had.
    /// - Throws: ``SystemError/exists`` if it doesn't, and there is such a file.
    public static func place(_ path: String, at newPath: String, isReplacing: Bool) throws(SystemError) {
        let newPath = isReplacing ? try target(of: newPath) : newPath
        // What it says is not UTF-8.
        guard !isReplacing || !isLink(newPath) else { throw .invalid }
        guard let slash = newPath.utf8.lastIndex(of: UInt8(ascii: "/")) else { throw .invalid }
        let folder = String(newPath[..<slash])
        do throws(SystemError) {
            try move(path, to: newPath, isReplacing: isReplacing)
        } catch .otherFileSystem {
            removeAbandonedDrafts(in: folder)
            let draft = try draftCopy(of: path, in: folder)
            defer { withExtendedLifetime(draft) {} }
            try move(draft.path, to: newPath, isReplacing: isReplacing)
            try? remove(path)
        }
        try synchronize(folder)
    }

    private static func move(_ path: String, to newPath: String, isReplacing: Bool) throws(SystemError) {
        guard isReplacing else { return try move(path, to: newPath) }
        var status = stat()
        if stat(newPath, &status) == 0 {
            let hasGroup = chown(path, uid_t.max, status.st_gid) == 0
            chmod(path, status.st_mode & (hasGroup ? 0o777 : 0o707) | 0o600)
        }
        try rename(path, to: newPath)
    }

    /// Copies a regular file, with its date, into a draft that is complete and on the disk.
    private static func draftCopy(
        of path: String, in folder: String, isPrivate: Bool = true, progress: (Int) -> Bool = { _ in true }
    ) throws(SystemError) -> CopyDraft {
        let source = try Descriptor.readingFile(path)
        let status = try source.status()
        let draft = try CopyDraft(in: folder, isPrivate: isPrivate)
        var copied = 0
        while true {
            let block = try source.bytes(at: copied, count: 256 * 1024)
            if block.isEmpty { break }
            try draft.file.write(block[...])
            copied += block.count
            guard progress(copied) else { throw SystemError(ECANCELED) }
        }
        try refuseChange(since: status, now: source.status(), copied: copied)
        try draft.file.setModification(status.modification)
        try draft.file.synchronize()
        return draft
    }

    /// - Throws: ``SystemError/busy`` if a file is no longer what it was when it was opened: half of it may have been copied.
    private static func refuseChange(since before: FileStatus, now: FileStatus, copied: Int) throws(SystemError) {
        // Some file systems don't know how long a file is, and say 0.
        let isSized = before.size > 0 || now.size > 0
        guard !isSized || copied == now.size, before.modification == now.modification else { throw .busy }
    }

    /// Gives a file another name, in a folder of the same file system: one that no other file there has.
    ///
    /// - Parameters:
    ///   - draft: The file, which keeps its old name, too, if the file system has hard links.
    ///   - name: The wanted name. A number is added to it if it is taken.
    ///   - isSame: Receives the path of a file that has the name already; returns true if that file will do.
    /// - Returns: The name, and whether it is the file's.
    public static func giveName(
        to draft: String, in folder: String, name: String, unless isSame: (String) -> Bool = { _ in false }
    ) throws(SystemError) -> (name: String, isNew: Bool) {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")) else { throw .invalid }
        for number in 0..<10_000 {
            let candidate = numbered(name, number)
            do throws(SystemError) {
                try hardLink(draft, as: "\(folder)/\(candidate)")
                try synchronize(folder)
                return (candidate, true)
            } catch .exists {
                if isSame("\(folder)/\(candidate)") { return (candidate, false) }
            } catch  where error.isLinkRefusal {
                // The file system has no hard links.
                do throws(SystemError) {
                    try move(draft, to: "\(folder)/\(candidate)")
                    return (candidate, true)
                } catch .exists {
                    if isSame("\(folder)/\(candidate)") { return (candidate, false) }
                }
            }
        }
        throw .exists
    }

    /// The longest name of a file, in bytes.
    private static let longestName = 255

    /// The name for the second and further files of one name: `report(1).pdf`. A name that would be too long loses the end of
    /// what comes before the number.
    private static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 0 else { return name }
        let period = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        let end = "(\(number))\(name[period...])"
        var stem = name[..<period].unicodeScalars
        while stem.count > 1, String(stem).utf8.count + end.utf8.count > longestName { stem.removeLast() }
        return "\(String(stem))\(end)"
    }

    /// Whether two files have the same bytes. A file that can't be read is like no other.
    public static func areSame(_ path: String, _ other: String) -> Bool {
        (try? haveSameBytes(path, other)) ?? false
    }

    private static func haveSameBytes(_ path: String, _ other: String) throws(SystemError) -> Bool {
        let first = try Descriptor.readingFile(path)
        let second = try Descriptor.readingFile(other)
        guard try first.status().size == second.status().size else { return false }
        let blockSize = 64 * 1024
        var position = 0
        while true {
            let block = try first.bytes(at: position, count: blockSize)
            guard try second.bytes(at: position, count: blockSize) == block else { return false }
            if block.count < blockSize { return true }
            position += block.count
        }
    }
}
