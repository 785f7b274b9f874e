import AppGroupPlatform

/// A folder of a container in which this code makes and deletes files: `icons`, `packages`, or one in them.
///
/// It must be a folder of the user's own. Behind a symbolic link, other files of the user could be taken for ones of the group.
struct ContainerFolder: Sendable, Hashable {
    let path: String

    /// Opens the folder; `nil` if there is none.
    ///
    /// - Throws: ``AppGroupError/Code/permission`` if a link, a file or another user's folder is in its place.
    func open() throws(AppGroupError) -> OpenFolder? {
        let (folder, owner): (OpenFolder, UInt32)
        do throws(SystemError) {
            folder = try OpenFolder(Paths.parent(of: path)).folder(Paths.lastComponent(of: path))
            owner = try folder.status().owner
        } catch {
            if error == .notFound { return nil }
            throw refusal(error)
        }
        guard owner == ThisProcess.effectiveUser else {
            throw AppGroupError(
                .permission,
                "The folder \(path) belongs to the user with number \(owner), not to you; move it away.")
        }
        return folder
    }

    /// Opens the folder, and makes it if there is none.
    ///
    /// - Throws: As ``open()``, or if it cannot be made.
    func make() throws(AppGroupError) -> OpenFolder {
        if let folder = try open() { return folder }
        do throws(SystemError) {
            try Files.makeFolders(path, permissions: 0o700)
        } catch {
            throw Container.described(error, "The folder \(path) cannot be made")
        }
        guard let folder = try open() else {
            throw Container.described(.notFound, "The folder \(path) cannot be opened")
        }
        return folder
    }

    /// Refuses what ``open()`` refuses.
    func check() throws(AppGroupError) { _ = try open() }

    private func refusal(_ error: SystemError) -> AppGroupError {
        switch try? Files.status(path, followingLinks: false).kind {
        case .link:
            AppGroupError(
                .permission,
                "The folder \(path) is a symbolic link, which could lead to other files of yours; move the link away, "
                    + "then run: launcher doctor",
                errno: error.number)
        case .file, .other:
            AppGroupError(.permission, "\(path) is not a folder; move it away.", errno: error.number)
        case .folder, nil:
            Container.described(error, "The folder \(path) cannot be opened")
        }
    }
}

extension Container {
    /// Refuses a link, a file or another user's folder in place of `icons` or `packages`. To be called before a change that
    /// deletes files in them.
    func checkFolders() throws(AppGroupError) {
        for path in [images, packages] { try ContainerFolder(path: path).check() }
    }
}
