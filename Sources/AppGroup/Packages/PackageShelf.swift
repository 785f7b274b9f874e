import AppGroupPlatform

/// The installed packages of a group: `packages/<app>/<digest>/`, each folder whole from the moment it has its name.
///
/// A folder gets that name by one rename once its files are on the disk, and loses it by another before they are deleted.
/// The apps' rows say which folders are in use; the others are removed.
struct PackageShelf {
    let path: String

    private static let removed = ".removed-"

    var isThere: Bool { Files.exists(path) }

    func folder(of app: AppRecord, _ digest: PackageDigest) -> String { "\(path)/\(app.id)/\(digest)" }

    /// Moves files that are on the disk to their place. An existing folder of that version, which may be damaged, is swapped
    /// with them.
    func place(_ files: String, as digest: PackageDigest, of app: AppRecord) throws(AppGroupError) {
        let place = folder(of: app, digest)
        do throws(SystemError) {
            try Files.makeDirectories(Paths.parent(of: place), permissions: 0o700)
            do throws(SystemError) {
                try Files.renameWithoutReplacing(files, to: place)
            } catch .exists {
                try Files.exchange(files, with: place)
            }
        } catch {
            throw Container.described(error, "The package cannot be moved to \(place)", path: path)
        }
        Files.synchronizeFolder(Paths.parent(of: place))
        Files.synchronizeFolder(path)
        Files.synchronizeFolder(Paths.parent(of: path))
    }

    /// Renames all folders that no row names and no process fills. To be called under the writer's lock.
    ///
    /// - Returns: The folders to delete, which may take a while and needs no lock.
    func takeAwayUnused(_ apps: [AppRecord]) -> [String] {
        var used: [String: Set<String>] = [:]
        for app in apps {
            used[app.id.folded, default: []].formUnion(app.packages.map(\.description))
            // Even if another program wrote the row: the version that starts is in use.
            if let current = app.currentPackage, app.unregistered == nil {
                used[app.id.folded]?.insert(current.description)
            }
        }
        var unused: [String] = []
        for name in (try? Files.entries(of: path)) ?? [] {
            let folder = "\(path)/\(name)"
            if name.hasPrefix(IncomingPackage.prefix) {
                if IncomingPackage.isAbandoned(folder) { unused.append(folder) }
                continue
            }
            if name.hasPrefix(Self.removed) {
                unused.append(folder)
                continue
            }
            for digest in (try? Files.entries(of: folder)) ?? []
            where used[name.lowercased()]?.contains(digest) != true {
                let removed = "\(path)/\(Self.removed)\(RandomName.make())"
                if (try? Files.rename("\(folder)/\(digest)", to: removed)) != nil { unused.append(removed) }
            }
            if used[name.lowercased()] == nil { try? Files.removeEmptyDirectory(folder) }
        }
        return unused
    }

    /// Deletes what ``takeAwayUnused(_:)`` left, best effort: the next call finds what could not be deleted.
    func delete(_ unused: [String]) {
        for folder in unused { try? Files.removeTree(folder) }
    }
}
