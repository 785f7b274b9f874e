import AppGroup
import AppPackage

/// A catalogue beside the family that it belongs to.
struct CatalogView {
    let catalog: TrustedCatalog
    let family: Registry
    /// Every package, by name.
    let entries: [CatalogEntry]
    /// Apps that came from this server and that it does not have for this user any more.
    let lost: [AppRecord]

    init(_ catalog: TrustedCatalog, family: Registry, origins: OriginStore) throws {
        self.catalog = catalog
        self.family = family
        let apps = try family.apps(order: .name, including: .all)
        let installed = Dictionary(
            apps.filter { $0.record.unregistered == nil && $0.availability.isInstalled }.map { ($0.id, $0.record) },
            uniquingKeysWith: { first, _ in first })
        func origin(_ app: AppRecord) -> ServerAddress? {
            app.currentPackage.flatMap { origins.origin(ofPackage: $0) }
        }
        entries = catalog.packages.map { package in
            let app = installed[package.id]
            return CatalogEntry(
                package, in: catalog, installed: app, build: app.flatMap { Self.build(of: $0, in: family) },
                origin: app.flatMap(origin))
        }
        let named = Set(catalog.packages.map(\.id))
        lost = installed.values.filter { !named.contains($0.id) && origin($0) == catalog.server }.sorted {
            $0.name < $1.name
        }
    }

    private static func build(of app: AppRecord, in family: Registry) -> AppVersion? {
        guard let digest = app.currentPackage, let folder = family.packageFolder(of: app, digest: digest) else {
            return nil
        }
        return (try? AppBundle(unpackedIn: folder))?.info.build
    }

    /// Tells the family what there is: what may be installed, and what has an update.
    func offer() throws {
        let source = try OfferSource(catalog.server.description)
        let offers = try entries.filter { $0.newest != nil }.map { try Offer($0) }
        var updates: [AppID: AppVersion?] = [:]
        for entry in entries where entry.installed != nil && (entry.state == .update || entry.state == .upToDate) {
            updates[entry.package.id] = .some(entry.update)
        }
        for app in lost { updates[app.id] = .some(nil) }
        try family.setOffers(offers, updates: updates, from: source)
    }
}
