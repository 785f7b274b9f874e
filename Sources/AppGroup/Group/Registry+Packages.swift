import AppGroupPlatform

/// The result of installing a package, or of switching to another version of it.
public struct PackageInstallation: Sendable {
    /// The app as it is registered now.
    public let app: AppRecord
    /// The app as it was registered before; `nil` for a new one.
    public let before: AppRecord?
    /// Schemes that the app had yielded while it was not installed, with the apps that own them now. They were not registered.
    public let withheld: [URLScheme: AppID]
}

extension Registry {
    /// How many older versions of a package stay on the disk by default.
    public static let defaultKeptVersions = 2

    /// Installs a package, or another version of an installed one: all of it or nothing.
    ///
    /// The files are gathered in a folder of their own, written to the disk, and moved to `packages/<id>/<digest>/` in the
    /// container; then one transaction on the app's row switches to them. If the process is killed at any moment, the app is
    /// either the old or the new one, and the next installation removes files that no row names. The app keeps its badge,
    /// usage and fields.
    ///
    /// - Parameters:
    ///   - keptVersions: How many older versions stay on the disk, to switch back to; with 0 or less, none does.
    ///   - replacing: Whether an app that was registered by hand may be replaced.
    ///   - patience: How long each write waits for another writer.
    ///   - unpack: Fills an empty folder with the package's files, and returns what to register; its launch is the package.
    /// - Throws: What `unpack` throws; ``AppGroupError/Code/appTaken`` if the app was registered by hand, or belongs to
    ///   another group; whatever registering throws. Nothing is left behind then.
    @discardableResult
    public func installPackage(
        keptVersions: Int = defaultKeptVersions, replacing: Bool = false, patience: Duration = .seconds(10),
        unpack: (_ folder: String) throws -> AppDescription
    ) throws -> PackageInstallation {
        try installPackage(
            keptVersions: keptVersions, replacing: replacing, patience: patience, checking: { _ in }, unpack: unpack)
    }

    /// As ``installPackage(keptVersions:replacing:patience:unpack:)``.
    ///
    /// - Parameter check: Gets the app as it is registered when the new version would take its place, and throws to leave it as it is.
    package func installPackage(
        keptVersions: Int, replacing: Bool, patience: Duration = .seconds(10),
        checking check: (_ before: AppRecord?) throws -> Void, unpack: (_ folder: String) throws -> AppDescription
    ) throws -> PackageInstallation {
        let (storage, shelf) = try packages()
        try storage.container.checkFolders()
        clearAwayAbandonedPackages(patience: patience)
        let incoming = try storage.holdingLock(patience: patience) { registry in
            try registry.checkWritable()
            return try IncomingPackage(in: shelf.path)
        }
        do {
            let app = try unpack(incoming.files)
            let icon = try app.checkedIcon()
            guard let digest = app.launch.packageDigest else {
                throw AppGroupError(.invalidValue, "\(app.id) is not a package; register it instead.")
            }
            try checkMayInstall(app.id, replacing: replacing)
            try synchronize(incoming.files)
            let installation = try whileMembershipStays(patience: patience) { _ in
                // Another process could have added the app to another group in the meantime.
                try checkMayInstall(app.id, replacing: replacing)
                return try storage.write(patience: patience) { writer in
                    let before = try writer.app(app.id)
                    try checkIsReplaceable(before, replacing: replacing)
                    try check(before)
                    let place = before ?? AppRecord(id: app.id, name: app.name, launch: app.launch, registered: now())
                    try shelf.place(incoming, as: digest, of: place)
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
            // Settings may have been there before, or been set while the package was unpacked.
            _ = try? removeIfEmpty(patience: .zero, keepingSettings: true)
            throw error
        }
    }

    /// Switches an installed package to another of its versions that is still on the disk, by one transaction.
    ///
    /// - Parameters:
    ///   - app: The registration of that version; its launch names the version by its digest.
    ///   - patience: How long to wait for another writer.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/notFound`` if that version is not on the disk,
    ///   ``AppGroupError/Code/appTaken`` if the app has left for another group, or whatever registering throws.
    @discardableResult
    public func switchPackage(to app: AppDescription, patience: Duration = .seconds(10)) throws(AppGroupError)
        -> PackageInstallation
    {
        let icon = try app.checkedIcon()
        return try whileMembershipStays(patience: patience) { patience in
            try write(patience: patience) { writer in
                guard let before = try writer.app(app.id) else { throw noSuchApp(app.id) }
                guard let digest = app.launch.packageDigest, before.packages.contains(digest) else {
                    throw AppGroupError(
                        .notFound, "That version of \(before.name) (\(app.id)) is no longer on the disk.")
                }
                if before.unregistered != nil { try checkIsInNoOtherGroup(app.id) }
                return try switchPackage(
                    to: app, icon: icon, packages: before.packages, before: before, writer: writer)
            }
        }
    }

    /// Removes an installed package with all its versions, from the group and from the disk.
    ///
    /// - Parameters:
    ///   - id: The app.
    ///   - forgetting: Whether to delete badge, fields and history at once. Otherwise they stay for the grace period, in case
    ///     the package is installed again.
    ///   - patience: How long to wait for another writer.
    /// - Throws: ``AppGroupError/Code/noSuchApp``, ``AppGroupError/Code/appTaken`` if the app was registered by hand, or
    ///   why the registry cannot be written.
    public func removePackage(_ id: AppID, forgetting: Bool = false, patience: Duration = .seconds(10))
        throws(AppGroupError)
    {
        try container?.checkFolders()
        try write(patience: patience, forgetting: forgetting ? { $0 == id } : nil) { writer in
            var app = try removablePackage(id, forgetting: forgetting, writer)
            if forgetting {
                try writer.delete(id)
                try writer.dropUnusedImages()
            } else {
                app.packages = []
                app.unregistered = app.unregistered ?? now()
                try writer.save(app)
            }
            try returnSchemes(writer)
        }
        clearAwayUnusedPackages(patience: patience)
        try removeIfEmpty(patience: patience)
    }

    /// Refuses what ``removePackage(_:forgetting:patience:)`` would refuse if it forgets the app, and a registry that cannot be
    /// written. To be called before something is deleted that belongs to the app and can't be brought back.
    package func checkMayRemove(_ id: AppID, patience: Duration = .seconds(10)) throws(AppGroupError) {
        try container?.checkFolders()
        // Only a change finds out whether the file may be written.
        try write(patience: patience) { try $0.save(removablePackage(id, forgetting: true, $0)) }
    }

    /// The folder of one version of an installed package.
    ///
    /// - Returns: `nil` if the app has no such version, or the group has no container.
    public func packageFolder(of app: AppRecord, digest: PackageDigest) -> String? {
        guard let container, app.packages.contains(digest) else { return nil }
        return PackageShelf(path: container.packages).folder(of: app, digest)
    }

    /// Refuses what ``installPackage(keptVersions:replacing:patience:unpack:)`` would refuse after unpacking everything: an app
    /// that was registered by hand, unless it may be replaced, and an app of another group.
    public func checkMayInstall(_ id: AppID, replacing: Bool = false) throws(AppGroupError) {
        try checkIsReplaceable(try read { try $0.app(id) }, replacing: replacing)
        if let other = try groupHolding(id) {
            throw AppGroupError(
                .appTaken,
                "\(id) belongs to the group \(other.group); install it there: --group \(other.group)")
        }
    }

    /// Deletes what killed processes left among the packages, best effort. To be called before the free space is measured:
    /// otherwise, what they left could prevent the installation that deletes it.
    package func clearAwayAbandonedPackages(patience: Duration = .seconds(10)) {
        guard let (_, shelf) = try? packages(), let apps = try? read({ try $0.apps() }) else { return }
        if shelf.hasUnnamed(by: apps) { clearAwayUnusedPackages(patience: patience) }
    }

    // MARK: - Steps

    private func packages() throws(AppGroupError) -> (SQLiteStorage, PackageShelf) {
        guard let sharedFile else {
            throw AppGroupError(
                .configuration, "Packages are installed into the container of a group, and \(group) has none.")
        }
        return (sharedFile, PackageShelf(path: sharedFile.container.packages))
    }

    private func removablePackage(_ id: AppID, forgetting: Bool, _ reader: any RegistryReader) throws -> AppRecord {
        guard let app = try reader.app(id) else { throw noSuchApp(id) }
        guard app.currentPackage != nil else {
            throw AppGroupError(
                .appTaken,
                "\(app.name) (\(id)) was not installed from a package. To take it out of the group: "
                    + group.command("unregister \(id)"))
        }
        guard app.isInstalledPackage || forgetting else {
            throw AppGroupError(.notFound, "\(app.name) (\(id)) was removed already.")
        }
        return app
    }

    private func checkIsReplaceable(_ app: AppRecord?, replacing: Bool) throws(AppGroupError) {
        guard let app, !app.isInstalledPackage, !replacing, app.unregistered == nil else { return }
        throw AppGroupError(
            .appTaken, "\(app.name) (\(app.id)) was registered by hand; to put the package in its place, add --replace."
        )
    }

    private func switchPackage(
        to app: AppDescription, icon: PreparedIcon, packages: [PackageDigest], before: AppRecord?,
        writer: any RegistryWriter
    ) throws -> PackageInstallation {
        var app = app
        app.badge = nil
        app.fields = app.fields.filter { before?.fields[$0.key] == nil }
        let registration = try register(app, icon: icon, writer: writer)
        guard var record = try writer.app(app.id) else { throw noSuchApp(app.id) }
        // The mark was one of the version before. A client says afterwards what its catalog has for this one.
        let isOutdated =
            record.availableVersion != nil
            && (record.availableVersion == record.version || packages.first != before?.currentPackage)
        if record.packages != packages || isOutdated {
            record.packages = packages
            if isOutdated { record.availableVersion = nil }
            try writer.save(record)
        }
        if case .notInstalled(let reason) = resolver.availability(of: record) {
            throw AppGroupError(.invalidValue, "The package of \(app.name) (\(app.id)) cannot be started: \(reason).")
        }
        return PackageInstallation(app: record, before: before, withheld: registration.withheld)
    }

    /// Waits until everything that was written in a folder is on the disk. A commit to a write-ahead log doesn't wait for that.
    func synchronize(_ folder: String) throws(AppGroupError) {
        do {
            try Files.synchronizeFileSystem(of: folder)
        } catch {
            throw Container.described(error, "The files in \(folder) cannot be written to the disk")
        }
    }

    /// Deletes the files of versions that no app's row names. Best effort: the next call finds what could not be deleted.
    func clearAwayUnusedPackages(patience: Duration) {
        guard let (storage, shelf) = try? packages(), Files.exists(shelf.path) else { return }
        // The row that no longer names a version may not be on the disk yet.
        try? synchronize(shelf.path)
        let unused = try? storage.holdingLock(patience: patience) { registry in
            try registry.checkWritable()
            return shelf.takeAwayUnused(try registry.read { try $0.apps() })
        }
        shelf.delete(unused ?? [])
    }
}

extension AppRecord? {
    /// The versions that are on the disk after one is installed. Versions newer than the current one are dropped, unless the
    /// current one is installed again.
    fileprivate func packages(installing digest: PackageDigest, keeping count: Int) -> [PackageDigest] {
        guard let app = self, let current = app.currentPackage else { return [digest] }
        if current == digest, app.packages.contains(digest) { return app.packages }
        let older = app.packages.drop { $0 != current }.filter { $0 != digest }
        return [digest] + older.prefix(max(0, count))
    }
}
