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
        /// Bytes that its files take.
        let size: UInt64
    }

    /// An installed package and its versions, the newest first.
    struct InstalledPackage {
        let group: GroupID
        let app: AppRecord
        let versions: [InstalledVersion]
    }

    /// Unpacks a package into the family's container and registers it, all or nothing.
    func install(_ package: Package, keptVersions: Int, replacing: Bool) throws -> PackageInstallation {
        if let misfit = package.bundle.platform.misfit(on: .current) {
            throw PackageError(.unsupported, misfit.sentence(about: "\(package.bundle.info.name)"))
        }
        try family.checkMayInstall(package.bundle.info.id, replacing: replacing)
        return try family.installPackage(keptVersions: keptVersions, replacing: replacing) { folder in
            try package.unpack(into: folder)
            return package.bundle.registration(digest: try package.digest())
        }
    }

    /// Switches to the version that was installed before the current one, or to one by its name.
    ///
    /// - Parameters:
    ///   - app: An installed package.
    ///   - name: The version as people call it, its build, or the beginning of the package's digest.
    func rollBack(_ app: AppRecord, to name: String?) throws -> PackageInstallation {
        guard case .package(let current) = app.launch, !app.packages.isEmpty else {
            throw AppGroupError(
                .notFound, "\(app.name) (\(app.id)) was not installed as a package; there is nothing to go back to.")
        }
        let versions = versions(of: app)
        let target =
            name.map { Self.version($0, among: versions) }
            ?? versions.drop { $0.digest != current.digest }.dropFirst().first
        guard let target else {
            throw AppGroupError(
                .notFound,
                name.map { "There is no version “\($0)” of \(app.name) on the disk. What there is: launcher packages" }
                    ?? "There is no older version of \(app.name) on the disk to go back to.")
        }
        guard let bundle = target.bundle else {
            throw AppGroupError(.damaged, "The files in \(target.folder) are damaged; install that version again.")
        }
        return try family.switchPackage(to: bundle.registration(digest: target.digest))
    }

    /// The version of that name; else the build, else the one whose digest begins so, in at least eight digits.
    private static func version(_ name: String, among versions: [InstalledVersion]) -> InstalledVersion? {
        versions.first { $0.bundle?.info.version?.description == name }
            ?? versions.first { $0.bundle?.info.build?.description == name }
            ?? versions.first { name.utf8.count >= 8 && $0.digest.hasPrefix(name) }
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
                    size: (try? AppBundle.size(of: folder)) ?? 0)
            }
        }
    }
}

extension PackageInstallation {
    /// What happened, for a person.
    var sentence: String {
        let version = { (app: AppRecord) in app.version.map { " \($0)" } ?? "" }
        let now = "\(app.name)\(version(app)) (\(app.id))"
        guard let before, !before.packages.isEmpty else { return "Installed \(now)." }
        return before.launch == app.launch
            ? "\(now) was installed already." : "\(now) takes the place of\(version(before))."
    }
}
