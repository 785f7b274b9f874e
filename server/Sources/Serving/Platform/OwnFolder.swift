package import AppGroupPlatform

/// Folders of a server in which files are made and deleted. A symbolic link in place of one is refused: behind it, files of
/// other programs could be taken for the server's own. Links above the server's folder are followed.
package enum OwnFolder {
    /// Opens a folder, and makes it if there is none. Only this user may look into a new one.
    package static func make(_ path: String) throws(SystemError) -> OpenFolder {
        try Files.ensureFolder(path)
        return try OpenFolder(path)
    }

    /// Opens a folder in another one, and makes it, durably, if there is none.
    package static func make(_ name: String, in folder: OpenFolder) throws(SystemError) -> OpenFolder {
        do {
            try folder.makeFolder(name)
            folder.synchronize()
        } catch .exists {}
        return try folder.folder(name)
    }

    /// Whether a text could be a ``RandomName``, or one of release 0.1.0: at most 16 lowercase letters and digits, since those
    /// were in base 36.
    package static func isRandom(_ text: some StringProtocol) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }
    }
}
