import AppGroupPlatform
import CToolSupport

/// The trash of a file system other than the home's (freedesktop.org, Trash specification 1.0). It is at the top of the file system,
/// so that a file gets into it by a rename.
struct DiskTrash {
    /// Its folder, which belongs to the user.
    let folder: String
    /// The path of the file below the top of the file system.
    let path: String

    /// Finds the trash for a file, and makes it if it is missing.
    ///
    /// - Parameter path: The file's absolute path. Its folder may be reached by links.
    init(for path: String) throws(SystemError) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            let resolved = realpath(String(path[...slash]), nil)
        else { throw .last }
        defer { free(resolved) }
        guard var parent = String(validatingCString: resolved) else { throw .invalid }
        if parent == "/" { parent = "" }
        let top = try Self.top(above: parent)
        let whole = parent + path[slash...]
        self.path = String(decoding: whole.utf8.dropFirst(top.utf8.count + 1), as: UTF8.self)
        folder = try Self.folder(in: top)
    }

    /// Whether the folder of a file is on another file system than a folder, which may be missing.
    static func isElsewhere(_ path: String, than folder: String) -> Bool {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            let device = try? status(of: String(path[...slash])).identity.device
        else { return false }
        var other = folder
        while let slash = other.utf8.lastIndex(of: UInt8(ascii: "/")) {
            if let status = try? status(of: other + "/") { return status.identity.device != device }
            other = String(other[..<slash])
        }
        return false
    }

    /// The highest folder of the file system of a folder, without a slash at its end.
    private static func top(above folder: String) throws(SystemError) -> String {
        let device = try status(of: folder + "/").identity.device
        var top = folder
        while let slash = top.utf8.lastIndex(of: UInt8(ascii: "/")) {
            let parent = String(top[..<slash])
            guard try status(of: parent + "/").identity.device == device else { break }
            top = parent
        }
        return top
    }

    /// An administrator may have made a folder in which each user has a trash. Else, each user's is at the top itself.
    private static func folder(in top: String) throws(SystemError) -> String {
        let user = getuid()
        let shared = "\(top)/.Trash"
        // Without the sticky bit, other users could exchange what is in it.
        if let status = try? status(of: shared), status.kind == .folder, status.permissions & UInt32(S_ISVTX) != 0,
            (try? make("\(shared)/\(user)", of: user)) != nil
        {
            return "\(shared)/\(user)"
        }
        try make("\(top)/.Trash-\(user)", of: user)
        return "\(top)/.Trash-\(user)"
    }

    /// Makes a folder that only its user can open.
    ///
    /// - Throws: ``SystemError/notFolder`` if something else is there, such as a link, or the folder of another user.
    private static func make(_ folder: String, of user: uid_t) throws(SystemError) {
        do throws(SystemError) { try Files.makeFolder(folder, permissions: 0o700) } catch .exists {
            let status = try status(of: folder)
            guard status.kind == .folder, status.owner == user else { throw .notFolder }
        }
    }

    private static func status(of path: String) throws(SystemError) -> FileStatus {
        try Files.status(path, followingLinks: false)
    }
}
