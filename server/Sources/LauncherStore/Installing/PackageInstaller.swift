import AppGroup
import AppPackage

/// Brings packages into a family, and back out of it.
struct PackageInstaller {
    let family: Registry

    /// One version of an installed package, as it lies on the disk.
    struct InstalledVersion {
        let digest: String
        let folder: String
        /// `nil` where its files were damaged.
        let bundle: AppBundle?
        /// Bytes that its files take; `nil` where they are missing, as on a machine to which a backup was taken.
        let size: UInt64?
    }

    /// An installed package and its versions, the newest first.
    struct InstalledPackage {
        let group: GroupID
        let app: AppRecord
        let versions: [InstalledVersion]
    }

    /// Refuses a package that does not run on this machine.
    static func checkFits(_ package: Package) throws(PackageError) {
        guard let misfit = package.bundle.platform.misfit(on: .current) else { return }
        throw PackageError(.unsupported, misfit.sentence(about: "\(package.bundle.info.name)"))
    }

    /// Unpacks a package into the family's container and registers it, all or nothing.
    ///
    /// - Parameter digest: The SHA-256 of its file, where that has just been found out.
    func install(
        _ package: Package, digest: String? = nil, keptVersions: Int, replacing: Bool
    ) throws -> PackageInstallation {
        try family.checkMayInstall(package.bundle.info.id, replacing: replacing)
        return try family.installPackage(keptVersions: keptVersions, replacing: replacing) { folder in
            try package.unpack(into: folder, onDiskOf: family.containerPath)
            return package.bundle.registration(digest: try digest ?? package.digest())
        }
    }

    /// Switches to the version that was installed before the current one, or to one by its name.
    ///
    /// - Parameters:
    ///   - app: An installed package.
    ///   - name: The version as people call it, its build, or the beginning of its package's digest.
    func rollBack(_ app: AppRecord, to name: String?) throws -> PackageInstallation {
        guard let current = app.currentPackage else {
            throw AppGroupError(
                .notFound, "\(app.name) (\(app.id)) was not installed as a package; there is nothing to go back to.")
        }
        guard app.isInstalledPackage else {
            throw AppGroupError(.notFound, "\(app.name) (\(app.id)) was removed; install it again.")
        }
        let versions = versions(of: app)
        guard let name else {
            guard let older = versions.drop(while: { $0.digest != current }).dropFirst().first else {
                throw AppGroupError(.notFound, "There is no older version of \(app.name) on the disk to go back to.")
            }
            return try switchTo(older)
        }
        let named = Self.versions(named: name, among: versions)
        guard let version = named.first else {
            throw AppGroupError(
                .notFound, "There is no version “\(name)” of \(app.name) on the disk. What there is: launcher packages")
        }
        guard named.count == 1 else {
            let digests = named.map { "\($0.digest.prefix(12))" }.joined(separator: ", ")
            throw AppGroupError(
                .ambiguous, "“\(name)” could be any of \(digests); say which: --to \(digests.prefix(12))")
        }
        return try switchTo(version)
    }

    private func switchTo(_ version: InstalledVersion) throws -> PackageInstallation {
        guard let bundle = version.bundle else {
            throw AppGroupError(
                .damaged, "The files in \(version.folder) are missing or damaged; install that version again.")
        }
        return try family.switchPackage(to: bundle.registration(digest: version.digest))
    }

    /// The versions of that name; else of that build, else those whose digests begin so, in at least eight digits.
    private static func versions(named name: String, among versions: [InstalledVersion]) -> [InstalledVersion] {
        let meanings: [(InstalledVersion) -> Bool] = [
            { $0.bundle?.info.version?.description == name }, { $0.bundle?.info.build?.description == name },
            { name.utf8.count >= 8 && $0.digest.hasPrefix(name.lowercased()) },
        ]
        return meanings.lazy.map { versions.filter($0) }.first { !$0.isEmpty } ?? []
    }

    /// Every installed package of the family, by name.
    func installed() throws -> [InstalledPackage] {
        try family.apps(order: .name, including: .all).filter { !$0.packages.isEmpty }.map { app in
            InstalledPackage(group: family.group, app: app.record, versions: versions(of: app.record))
        }
    }

    private func versions(of app: AppRecord) -> [InstalledVersion] {
        app.packages.compactMap { digest in
            family.packageFolder(of: app, digest: digest).map { folder in
                InstalledVersion(
                    digest: digest, folder: folder, bundle: try? AppBundle(unpackedIn: folder),
                    size: try? AppBundle.size(of: folder))
            }
        }
    }
}

extension PackageInstallation {
    /// What happened, for a person.
    var sentence: String {
        let now = "\(app.name)\(app.version.map { " \($0)" } ?? "") (\(app.id))"
        guard let before, before.isInstalledPackage, before.unregistered == nil else { return "Installed \(now)." }
        if before.currentPackage == app.currentPackage { return "\(now) was installed already." }
        guard let older = before.version, older != app.version else {
            return "\(now) takes the place of another build of it."
        }
        return "\(now) takes the place of \(older)."
    }
}
