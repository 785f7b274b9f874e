import AppGroup
import AppPackage

/// A catalog together with the registry of its group.
struct CatalogView {
    let catalog: TrustedCatalog
    let registry: Registry
    /// Every package, sorted by name.
    let entries: [CatalogEntry]
    /// Apps that came from this server and that it no longer offers to this user, as far as that is known.
    let lost: [AppRecord]
    /// Installed packages of the group that came from a file, as far as that is known.
    let fromFiles: [AppEntry]
    /// Installed packages of the group whose files are missing or damaged, from any server, sorted by name.
    let missing: [MissingApp]
}

extension CatalogView {
    /// Compares a catalog with what is installed.
    init(
        _ catalog: TrustedCatalog, registry: Registry, origins: OriginStore, declined: DeclinedReleases
    ) throws {
        let apps = try registry.apps(order: .name, including: .all)
        let known = Dictionary(apps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        // Whether a program that was registered by hand is gone for good, only the user knows.
        let installed = known.filter {
            $1.record.unregistered == nil && ($1.availability.isInstalled || !$1.record.isInstalledPackage)
        }.mapValues(\.record)
        func origin(_ app: AppRecord) -> ServerAddress? {
            app.installedPackage.flatMap { origins.origin(ofPackage: $0) }
        }
        let isLost = { (app: AppRecord) in !catalog.named.contains(app.id) && origin(app) == catalog.server }
        self.init(
            catalog: catalog, registry: registry,
            entries: catalog.packages.map { package in
                let (app, record) = (installed[package.id], known[package.id]?.record)
                return CatalogEntry(
                    package, in: catalog, installed: app, current: record?.installedPackage,
                    build: app.flatMap { Self.build(of: $0, in: registry) }, origin: record.flatMap(origin),
                    declined: declined.releases(of: package.id))
            },
            lost: catalog.isCurrent ? installed.values.filter(isLost).sorted { $0.name < $1.name } : [],
            fromFiles: apps.filter { $0.record.installedPackage != nil && origin($0.record) == nil },
            missing: apps.filter(\.lacksFiles).map { MissingApp(app: $0.record, origin: origin($0.record)) })
    }

    private static func build(of app: AppRecord, in registry: Registry) -> AppVersion? {
        guard let digest = app.currentPackage, let folder = registry.packageFolder(of: app, digest: digest) else {
            return nil
        }
        return (try? AppBundle.info(unpackedIn: folder))?.build
    }

    /// Records in the registry what may be installed and what has an update.
    func offer() throws {
        let source = try OfferSource(catalog.server.description)
        let offers = try entries.filter { $0.newest != nil }.map { try AppOffer($0) }
        var updates: [AppID: AppVersion?] = [:]
        for entry in entries where entry.installed != nil && (entry.state == .update || entry.state == .upToDate) {
            updates[entry.package.id] = .some(entry.update)
        }
        for app in lost { updates[app.id] = .some(nil) }
        try registry.setOffers(offers, updates: updates, from: source)
    }
}

/// A package of a catalog, and what is installed of it.
struct CatalogEntry: Sendable {
    /// The state of a package on this machine.
    enum State: String, Sendable {
        case notInstalled = "available"
        case upToDate = "installed"
        case update
        /// It is installed, but came from another server or from a file, even if that has the very bytes that this server offers.
        case foreign
        /// It was registered by hand, whether its program is there or not.
        case byHand
        /// None of its releases runs on this machine.
        case unfit
    }

    let server: ServerAddress
    let group: GroupID
    let package: TrustedPackage
    /// The release that would be installed: the newest that runs here.
    let newest: TrustedRelease?
    /// The app, if it is installed; one that was registered by hand counts even if its program is missing.
    let installed: AppRecord?
    /// The installed package, even if its files are missing; `nil` if there is none.
    let current: PackageDigest?
    /// The server that the app's package came from, even if its files are missing; `nil` if it came from a file or there is none.
    let origin: ServerAddress?
    let state: State
    /// Whether the newest release is newer than the installed one, wherever that came from.
    let isOutdated: Bool
    /// Whether the catalog tells which releases the server no longer offers.
    let isOfferKnown: Bool
    /// The releases that the user decided against.
    private let declined: Set<PackageDigest>

    /// Whether the newest release is on the disk, and was installed after the one in use: the user went back from it. If they installed
    /// the one in use later, for example because the newest was withdrawn for a while, that is no decision against the newest.
    var isNewestKept: Bool {
        guard let newest, let app = installed, let current = app.currentPackage else { return false }
        return app.packages.prefix { $0 != current }.contains(newest.digest)
    }

    /// Whether the user does not want the newest release: they went back from it by `rollback`, or chose an older one by
    /// `install --to`.
    var isNewestDeclined: Bool {
        isNewestKept || newest.map { declined.contains($0.digest) && installed?.currentPackage != $0.digest } ?? false
    }

    /// - Parameters:
    ///   - installed: The app's record, if it is installed now, or was registered by hand.
    ///   - current: Its package, even if the files are missing.
    ///   - build: The build of the installed version, if it is known.
    ///   - declined: The releases that the user decided against.
    init(
        _ package: TrustedPackage, in catalog: TrustedCatalog, installed: AppRecord?, current: PackageDigest?,
        build: AppVersion?, origin: ServerAddress?, declined: Set<PackageDigest>
    ) {
        (server, group) = (catalog.server, catalog.group)
        self.package = package
        self.installed = installed
        self.current = current
        self.origin = origin
        self.declined = declined
        isOfferKnown = catalog.isCurrent && package.refusedReleases == 0
        let newest = package.release()
        self.newest = newest
        isOutdated = installed.map { Self.isNewer(newest, than: $0, build: build) } ?? false
        state =
            switch (installed, newest) {
            case (nil, nil): .unfit
            case (nil, _?): .notInstalled
            case (let app?, _) where app.currentPackage == nil: .byHand
            case (_?, _) where origin != catalog.server: .foreign
            case (_?, _): isOutdated ? .update : .upToDate
            }
    }

    private static func isNewer(_ release: TrustedRelease?, than app: AppRecord, build: AppVersion?) -> Bool {
        guard let release, release.digest != app.currentPackage else { return false }
        let order = TrustedRelease.compare(app.version, release.version)
        return order != 0 ? order < 0 : build != nil && TrustedRelease.compare(build, release.build) < 0
    }

    /// Whether the installed release is newer than all that the server offers now. The server does not offer it to this user anymore:
    /// for example, it was withdrawn.
    var hasLostRelease: Bool { state == .upToDate && isInstalledOffered == false }

    /// Whether the server still offers the installed release; `nil` if that is not known, or the app did not come from this server.
    var isInstalledOffered: Bool? {
        guard state == .upToDate || state == .update, isOfferKnown else { return nil }
        return package.releases.contains { $0.digest == installed?.currentPackage }
    }

    /// Whether an update without names leaves the app alone, because its user decided against the newest release.
    var isUpdateDeclined: Bool { state == .update && isNewestDeclined }

    /// The version to which this server would update the app; `nil` if there is no update.
    var update: AppVersion? { state == .update ? newest?.version : nil }
}

/// A package of a group whose files are missing or damaged, as after a backup was restored on another machine.
struct MissingApp {
    let app: AppRecord
    /// The server that it came from; `nil` if that is not known.
    let origin: ServerAddress?
}

extension AppRecord {
    /// The package that is installed, even if its files are missing; `nil` if the app was removed or is none.
    var installedPackage: PackageDigest? { isInstalledPackage && unregistered == nil ? currentPackage : nil }
}

extension AppEntry {
    /// Whether it is a package that cannot be opened because its files are missing or damaged.
    var lacksFiles: Bool { !availability.isInstalled && record.installedPackage != nil }
}
