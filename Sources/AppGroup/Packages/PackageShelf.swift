import AppGroupPlatform

/// The installed packages of a group: `packages/<app>/<digest>/`, each folder whole from the moment it has its name.
///
/// A folder gets that name by one rename once its files are on the disk, and loses it by another before they are deleted.
/// The apps' rows say which folders are in use; the others are removed. Files with names of another form are
/// not the group's, and stay.
struct PackageShelf {
    private let packages: ContainerFolder

    private static let removed = ".removed-"

    init(path: String) { packages = ContainerFolder(path: path) }

    var path: String { packages.path }

    func folder(of app: AppRecord, _ digest: PackageDigest) -> String { "\(folder(of: app))/\(digest)" }

    private func folder(of app: AppRecord) -> String { "\(path)/\(app.id)" }

    /// Moves files that are on the disk to their place. An existing folder of that version, which may be damaged, is swapped
    /// with them.
    func place(_ incoming: IncomingPackage, as digest: PackageDigest, of app: AppRecord) throws(AppGroupError) {
        let place = folder(of: app, digest)
        let packages = try packages.make()
        let versions = try ContainerFolder(path: folder(of: app)).make()
        try ContainerFolder(path: place).check()
        do throws(SystemError) {
            let source = try packages.folder(incoming.name)
            do throws(SystemError) {
                try source.renameWithoutReplacing(IncomingPackage.filesName, to: "\(digest)", in: versions)
            } catch .exists {
                try source.exchange(IncomingPackage.filesName, with: "\(digest)", in: versions)
            }
        } catch {
            throw Container.described(error, "The package cannot be moved to \(place)")
        }
        versions.synchronize()
        packages.synchronize()
        Files.synchronizeFolder(Paths.parent(of: path))
    }

    /// Whether there are folders that no row names, even if a process still fills one of them: that is only known under the writer's
    /// lock.
    func hasUnnamed(by apps: [AppRecord]) -> Bool {
        guard let packages = try? packages.open() else { return false }
        let used = Self.used(by: apps)
        return ((try? packages.names()) ?? []).contains { name in
            if IncomingPackage.isName(name) || Self.isRemoved(name) { return packages.isFolder(name) }
            guard (try? AppID(name)) != nil, let versions = try? packages.folder(name) else { return false }
            return !Self.versions(in: versions, allBut: used[name.lowercased()] ?? []).isEmpty
        }
    }

    /// Renames all folders that no row names and no process fills. To be called under the writer's lock.
    ///
    /// - Returns: The names of the folders to delete, which may take a while and needs no lock.
    func takeAwayUnused(_ apps: [AppRecord]) -> [String] {
        guard let packages = try? packages.open() else { return [] }
        let used = Self.used(by: apps)
        var unused: [String] = []
        for name in (try? packages.names()) ?? [] where packages.isFolder(name) {
            if IncomingPackage.isName(name) {
                if IncomingPackage.isAbandoned(name, in: packages) { unused.append(name) }
            } else if Self.isRemoved(name) {
                unused.append(name)
            } else if (try? AppID(name)) != nil, let versions = try? packages.folder(name) {
                unused += Self.takeAway(from: versions, allBut: used[name.lowercased()] ?? [], into: packages)
                if used[name.lowercased()] == nil { try? packages.removeEmptyFolder(name) }
            }
        }
        return unused
    }

    /// Deletes what ``takeAwayUnused(_:)`` left, best effort: the next call finds what could not be deleted.
    func delete(_ unused: [String]) {
        guard !unused.isEmpty, let packages = try? packages.open() else { return }
        for name in unused { try? packages.removeTree(name) }
    }

    private static func used(by apps: [AppRecord]) -> [String: Set<String>] {
        var used: [String: Set<String>] = [:]
        for app in apps {
            used[app.id.folded, default: []].formUnion(app.packages.map(\.description))
            // Even if another program wrote the row: the version that starts is in use.
            if let current = app.currentPackage, app.unregistered == nil {
                used[app.id.folded]?.insert(current.description)
            }
        }
        return used
    }

    private static func takeAway(
        from versions: OpenFolder, allBut used: Set<String>, into packages: OpenFolder
    ) -> [String] {
        Self.versions(in: versions, allBut: used).compactMap { name in
            let newName = removed + RandomName.make()
            return (try? versions.rename(name, to: newName, in: packages)) == nil ? nil : newName
        }
    }

    private static func versions(in folder: OpenFolder, allBut used: Set<String>) -> [String] {
        ((try? folder.names()) ?? []).filter { name in
            Hexadecimal.isDigest(name) && !used.contains(name) && folder.isFolder(name)
        }
    }

    private static func isRemoved(_ name: String) -> Bool {
        name.hasPrefix(removed) && RandomName.isOne(name.dropFirst(removed.count))
    }
}
