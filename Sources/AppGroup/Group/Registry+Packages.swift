extension Registry {
    /// How many older versions of a package stay on the disk unless told otherwise.
    public static let defaultKeptVersions = 2

    /// Installs a package, or another version of one that is installed: all of it or nothing.
    ///
    /// The files are gathered in a folder of their own, put on the disk, and moved to `packages/<id>/<digest>/` in the
    /// container; then one transaction on the app's row switches to them. Killed at any moment, the app is what it was
    /// before or what it becomes, and the next installation clears away what no row names. Badge, usage and fields that
    /// the app has already stay as they are.
    ///
    /// - Parameters:
    ///   - keptVersions: How many older versions stay on the disk to go back to.
    ///   - replacing: Whether an app that was registered by hand may be replaced.
    ///   - patience: How long to wait for another writer, each time that something is written.
    ///   - unpack: Fills an empty folder with the package's files, and says what to register; its launch is the package.
    /// - Throws: What `unpack` throws; ``AppGroupError/Code/appTaken`` where the app was registered by hand, or belongs to
    ///   another group; whatever registering throws. Nothing is left behind then.
    @discardableResult
    public func installPackage(
        keptVersions: Int = defaultKeptVersions, replacing: Bool = false, patience: Duration = .seconds(10),
        unpack: (_ folder: String) throws -> RegisteredApp
    ) throws -> PackageInstallation {
        let (storage, shelf) = try packages()
        let incoming = try storage.holdingLock(patience: patience) { _ in try IncomingPackage(in: shelf.path) }
        do {
            let app = try unpack(incoming.files)
            try app.check()
            guard let digest = app.launch.packageDigest else {
                throw AppGroupError(.invalidValue, "\(app.id) is no package; register it instead.")
            }
            try checkMayInstall(app.id, replacing: replacing)
            let icon = try PreparedIcon(app.icon)
            try synchronize(incoming.files)
            let installation = try storage.holdingLock(patience: patience) { store in
                try store.write { writer in
                    let before = try writer.app(app.id)
                    try checkIsReplaceable(before, replacing: replacing)
                    let place = before ?? AppRecord(id: app.id, name: app.name, launch: app.launch, registered: now())
                    try shelf.place(incoming.files, as: digest, of: place)
                    return try switchPackage(
                        to: app, icon: icon, packages: before.packages(installing: digest, keeping: keptVersions),
                        before: before, writer: writer)
                }
            }
            incoming.discard()
            clearAwayUnusedPackages(patience: patience)
            return installation
        } catch {
            incoming.discard()
            clearAwayUnusedPackages(patience: .zero)
            _ = try? storage.removeIfEmpty(patience: .zero)
            throw error
        }
    }

    /// Switches an installed package to another of its versions that is still on the disk, by one transaction.
    ///
    /// - Parameters:
    ///   - app: What that version registers; its launch names the version by its digest.
    ///   - patience: How long to wait for another writer.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/notFound`` where that version is not on the disk,
    ///   or whatever registering throws.
    @discardableResult
    public func switchPackage(to app: RegisteredApp, patience: Duration = .seconds(10)) throws -> PackageInstallation {
        try app.check()
        let icon = try PreparedIcon(app.icon)
        return try storage.write(patience: patience) { writer in
            guard let before = try writer.app(app.id) else { throw noSuchApp(app.id) }
            guard let digest = app.launch.packageDigest, before.packages.contains(digest) else {
                throw AppGroupError(
                    .notFound, "That version of \(before.name) (\(app.id)) is not on the disk any more.")
            }
            return try switchPackage(to: app, icon: icon, packages: before.packages, before: before, writer: writer)
        }
    }

    /// Takes an installed package out of the family and off the disk, with all its versions.
    ///
    /// - Parameters:
    ///   - id: The app.
    ///   - forgetting: Whether badge, fields and history go at once. Otherwise they stay for the grace period, in case the
    ///     package is installed again.
    ///   - patience: How long to wait for another writer.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/appTaken`` where the app was registered by hand, or
    ///   why the store cannot be written.
    public func removePackage(_ id: AppID, forgetting: Bool = false, patience: Duration = .seconds(10)) throws {
        try storage.write(patience: patience) { writer in
            guard var app = try writer.app(id) else { throw noSuchApp(id) }
            guard app.currentPackage != nil else {
                throw AppGroupError(
                    .appTaken,
                    "\(app.name) (\(id)) was registered by hand and is no package; run: launcher unregister \(id)")
            }
            guard app.isInstalledPackage || forgetting else {
                throw AppGroupError(.notFound, "\(app.name) (\(id)) was removed already.")
            }
            if forgetting {
                try writer.delete(id)
                try writer.dropUnusedImages()
            } else {
                app.packages = []
                app.unregistered = app.unregistered ?? now()
                try writer.save(app)
            }
        }
        clearAwayUnusedPackages(patience: patience)
        _ = try storage.removeIfEmpty(patience: patience)
    }

    /// The folder of one version of an installed package.
    ///
    /// - Returns: `nil` where the app has no such version, or the family is not in a container.
    public func packageFolder(of app: AppRecord, digest: String) -> String? {
        guard let container, app.packages.contains(digest) else { return nil }
        return PackageShelf(path: container.packages).folder(of: app, digest)
    }

    /// Refuses what ``installPackage(keptVersions:replacing:patience:unpack:)`` would refuse once it has unpacked everything:
    /// an app that was registered by hand, unless it may be replaced, and one of another group.
    public func checkMayInstall(_ id: AppID, replacing: Bool = false) throws {
        try checkIsReplaceable(try storage.read { try $0.app(id) }, replacing: replacing)
        if let other = try groupsHolding(id).first {
            throw AppGroupError(
                .appTaken,
                "\(id) belongs to the group \(other.group); install it there: --group \(other.group)")
        }
    }

    // MARK: - Steps

    private func packages() throws -> (SQLiteStorage, PackageShelf) {
        guard let storage = storage as? SQLiteStorage, let container else {
            throw AppGroupError(
                .configuration, "Packages are installed into a group's container, and this family has none.")
        }
        return (storage, PackageShelf(path: container.packages))
    }

    private func checkIsReplaceable(_ app: AppRecord?, replacing: Bool) throws {
        guard let app, !app.isInstalledPackage, !replacing, app.unregistered == nil else { return }
        throw AppGroupError(
            .appTaken, "\(app.name) (\(app.id)) was registered by hand; to put the package in its place, add --replace."
        )
    }

    private func switchPackage(
        to app: RegisteredApp, icon: PreparedIcon?, packages: [String], before: AppRecord?, writer: any RegistryWriter
    ) throws -> PackageInstallation {
        var app = app
        app.badge = nil
        app.fields = app.fields.filter { before?.fields[$0.key] == nil }
        let registration = try register(app, icon: icon, writer: writer)
        guard var record = try writer.app(app.id) else { throw noSuchApp(app.id) }
        let isUpdated = record.availableVersion != nil && record.availableVersion == record.version
        if record.packages != packages || isUpdated {
            record.packages = packages
            if isUpdated { record.availableVersion = nil }
            try writer.save(record)
        }
        if case .notInstalled(let reason) = resolver.availability(of: record) {
            throw AppGroupError(.invalidValue, "The package of \(app.name) (\(app.id)) cannot be started: \(reason).")
        }
        return PackageInstallation(app: record, before: before, withheld: registration.withheld)
    }

    private func synchronize(_ folder: String) throws(AppGroupError) {
        do {
            try Files.synchronizeFileSystem(of: folder)
        } catch {
            throw Container.described(error, "The files in \(folder) cannot be written to the disk", path: folder)
        }
    }

    /// Deletes the files of versions that no app's row names. Best effort: what cannot be cleared away now, the next one
    /// finds again.
    func clearAwayUnusedPackages(patience: Duration) {
        guard let (storage, shelf) = try? packages(), shelf.isThere else { return }
        let unused = try? storage.holdingLock(patience: patience) { store in
            shelf.takeAwayUnused(try store.read { try $0.apps() })
        }
        shelf.delete(unused ?? [])
    }
}

extension AppRecord {
    /// The digest of the package that starts; `nil` for an app that was registered by hand.
    public var currentPackage: String? { launch.packageDigest }

    /// Whether the app was installed as a package and not removed since. An app that only left the family still is.
    public var isInstalledPackage: Bool { currentPackage != nil && (unregistered == nil || !packages.isEmpty) }
}

extension AppRecord? {
    /// The versions that are on the disk once one is installed. Those that the user went back from are left out, unless the
    /// one that starts is installed again.
    fileprivate func packages(installing digest: String, keeping count: Int) -> [String] {
        guard let app = self, let current = app.currentPackage else { return [digest] }
        if current == digest, app.packages.contains(digest) { return app.packages }
        let older = app.packages.drop { $0 != current }.filter { $0 != digest }
        return [digest] + older.prefix(max(0, count))
    }
}

extension Launch {
    /// The digest of the package that starts; `nil` where it is something else.
    var packageDigest: String? { if case .package(let package) = self { package.digest } else { nil } }
}
