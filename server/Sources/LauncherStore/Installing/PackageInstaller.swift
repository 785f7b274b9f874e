import AppGroup
import AppPackage

/// Installs packages into a group, and switches between their versions.
struct PackageInstaller {
    let registry: Registry

    /// One version of an installed package on the disk.
    struct InstalledVersion {
        let digest: PackageDigest
        let folder: String
        /// `nil` if its `Info.plist` is damaged or missing.
        let info: BundleInfo?
        /// The size of its files in bytes; `nil` if they are missing, as on a machine where a backup was restored.
        let size: UInt64?

        /// What people call it: its version, or else the beginning of its digest.
        var name: String { info?.version?.description ?? "\(digest.short)" }
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

    /// Switches an app to a version that does not come from a server now: one from a file, or one that is kept. If it came from
    /// a server earlier, updates must not undo the choice.
    ///
    /// - Parameters:
    ///   - chosen: The version's package.
    ///   - name: What people call the version.
    ///   - carryOut: Makes the switch, and returns what happened, in sentences for a person. It gets what records the choice, to
    ///     be called right before the switch.
    /// - Returns: The same sentences, and what follows for updates.
    func choosing(
        _ chosen: PackageDigest, named name: String, of app: AppID,
        _ carryOut: (_ note: () -> Void) throws -> [String]
    ) throws -> [String] {
        // Without a home, nothing came from a server.
        guard let folders = try? ClientFolders() else { return try carryOut {} }
        let (origins, left) = (OriginStore(folders), try registry.app(app)?.record.installedPackage)
        // Afterwards, the record of the version before may be gone with its package.
        let (before, after) = (left.flatMap { origins.origin(ofPackage: $0) }, origins.origin(ofPackage: chosen))
        let sentences =
            try after == nil
            ? carryOut {}
            : DeclinedReleases(folders).choosing(
                chosen, named: name, insteadOf: left.map { [$0] } ?? [], of: app, carryOut)
        return sentences + Self.sentences(sayingThatUpdatesOf: app, comeFrom: after, insteadOf: before)
    }

    private static func sentences(
        sayingThatUpdatesOf app: AppID, comeFrom server: ServerAddress?, insteadOf before: ServerAddress?
    ) -> [String] {
        guard server != before else { return [] }
        func command(_ server: ServerAddress) -> String { "launcher install \(app) --server \(server) --replace" }
        switch (server, before) {
        case (let server?, let before?):
            return ["Its updates come from \(server) from now on. To get it from \(before) again: \(command(before))"]
        case (let server?, nil): return ["Its updates come from \(server) from now on."]
        case (nil, let before?):
            return ["Its updates no longer come from \(before). To get it from there again: \(command(before))"]
        case (nil, nil): return []
        }
    }

    /// Unpacks a package into the group's container and registers it: both, or nothing.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of its file.
    ///   - check: Receives the app as it is registered right before the switch, and throws to leave it as it is.
    /// - Returns: What happened, and the schemes that the app did not get, as sentences for a person.
    func install(
        _ package: Package, digest: PackageDigest, keptVersions: Int, replacing: Bool,
        checking check: (AppRecord?) throws -> Void = { _ in }
    ) throws -> [String] {
        let id = package.bundle.info.id
        try registry.checkMayInstall(id, replacing: replacing)
        let lackedFiles = try registry.app(id)?.lacksFiles ?? false
        let installation = try registry.installPackage(
            keptVersions: keptVersions, replacing: replacing, checking: check
        ) { folder in
            try package.unpack(into: folder, onDiskOf: registry.containerPath)
            return package.bundle.registration(digest: digest)
        }
        return installation.sentences(repairing: lackedFiles)
    }

    /// The version that was installed before the current one, or the one that has a name. Without a name, damaged versions are
    /// skipped.
    ///
    /// - Parameters:
    ///   - app: An installed package.
    ///   - name: The version's name, its build, or the beginning of its package's digest.
    func version(of app: AppRecord, toGoBackTo name: String?) throws -> InstalledVersion {
        guard let current = app.currentPackage else {
            throw AppGroupError(
                .notFound, "\(app.name) (\(app.id)) was not installed as a package; there is nothing to go back to.")
        }
        guard app.isInstalledPackage else {
            throw AppGroupError(.notFound, "\(app.name) (\(app.id)) was removed; install it again.")
        }
        let versions = versions(of: app)
        guard let name else {
            let present = versions.filter { $0.digest == current || $0.size != nil }
            let earlier = present.drop { $0.digest != current }.dropFirst()
            guard let older = earlier.first(where: { (try? AppBundle(unpackedIn: $0.folder)) != nil }) ?? earlier.first
            else {
                throw AppGroupError(
                    .notFound,
                    present.count > 1
                        ? "You have gone back to the first version of \(app.name) that is kept. To choose another one: "
                            + "launcher packages, then launcher rollback \(app.id) --to VERSION"
                        : "No other version of \(app.name) is on the disk to go back to.")
            }
            return older
        }
        let named = Self.versions(named: name, among: versions)
        guard let version = named.first else {
            throw AppGroupError(
                .notFound,
                "There is no version “\(name)” of \(app.name) on the disk. To list the versions: launcher packages")
        }
        guard named.count == 1 else {
            let digests = named.map { "\($0.digest.short)" }.joined(separator: ", ")
            throw AppGroupError(
                .ambiguous, "“\(name)” could be any of \(digests); choose one: --to \(digests.prefix(12))")
        }
        return version
    }

    func switchTo(_ version: InstalledVersion) throws -> PackageInstallation {
        guard let bundle = try? AppBundle(unpackedIn: version.folder) else {
            throw AppGroupError(
                .damaged,
                "The files of version \(version.name) in \(version.folder) are missing or damaged; install that version again."
            )
        }
        return try registry.switchPackage(to: bundle.registration(digest: version.digest))
    }

    /// The versions with that name, or else with that build, or else with a digest that begins with it, if it has at least eight
    /// digits.
    private static func versions(named name: String, among versions: [InstalledVersion]) -> [InstalledVersion] {
        let meanings: [(InstalledVersion) -> Bool] = [
            { $0.info?.version?.description == name }, { $0.info?.build?.description == name },
            { name.utf8.count >= 8 && $0.digest.description.hasPrefix(name.lowercased()) },
        ]
        return meanings.lazy.map { versions.filter($0) }.first { !$0.isEmpty } ?? []
    }

    /// Every installed package of the group, sorted by name.
    func installed() throws -> [InstalledPackage] {
        try registry.apps(order: .name, including: .all).compactMap(package)
    }

    /// An app of the group as an installed package; `nil` if none of its versions was installed as one.
    func package(of app: AppEntry) -> InstalledPackage? {
        guard !app.packages.isEmpty else { return nil }
        return InstalledPackage(group: registry.group, app: app.record, versions: versions(of: app.record))
    }

    private func versions(of app: AppRecord) -> [InstalledVersion] {
        app.packages.compactMap { digest in
            registry.packageFolder(of: app, digest: digest).map { folder in
                InstalledVersion(
                    digest: digest, folder: folder, info: try? AppBundle.info(unpackedIn: folder),
                    size: try? AppBundle.size(of: folder))
            }
        }
    }
}

extension PackageInstallation {
    /// What happened, and the schemes that the app did not get, as sentences for a person.
    ///
    /// - Parameter lackedFiles: Whether the files of the version before were missing or damaged.
    func sentences(repairing lackedFiles: Bool = false) -> [String] {
        [lackedFiles ? repairSentence : sentence]
            + withheld.map { "It does not get the scheme “\($0)”, which \($1) has taken over." }.sorted()
    }

    private var sentence: String {
        guard let before, before.isInstalledPackage, before.unregistered == nil else { return "Installed \(name)." }
        if before.currentPackage == app.currentPackage { return "\(name) is already installed." }
        guard let older = before.version, older != app.version else {
            return "\(name) replaces another build of it."
        }
        return "\(name) replaces \(older)."
    }

    private var repairSentence: String {
        before?.currentPackage == app.currentPackage
            ? "\(name) is installed again; its files were missing or damaged." : "Installed \(name)."
    }

    private var name: String { "\(app.name)\(app.version.map { " \($0)" } ?? "") (\(app.id))" }
}
