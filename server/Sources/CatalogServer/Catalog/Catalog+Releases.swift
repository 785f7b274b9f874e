import AppCatalog
import AppGroup

extension Catalog {
    /// Puts what a user may have into the form that travels. Nothing of the user himself is in it, so that all who may have the
    /// same share one.
    init(group: GroupID, packages: [ReleaseShelf.Package]) {
        self.init(group: "\(group)", packages: packages.compactMap { CatalogPackage($0) })
    }
}

extension CatalogPackage {
    fileprivate init?(_ package: ReleaseShelf.Package) {
        guard let newest = package.releases.first?.contents else { return nil }
        self.init(
            id: "\(package.id)", name: "\(newest.name)", schemes: newest.schemes.map { "\($0)" },
            icon: CatalogIcon(
                path: "/v1/packages/\(package.id)/icons/\(newest.icon.digest)", type: newest.icon.format.rawValue,
                sha256: "\(newest.icon.digest)"),
            releases: package.releases.map { CatalogRelease($0) })
    }
}

extension CatalogRelease {
    /// A release as everybody who may have it sees it.
    init(_ release: Release) {
        let contents = release.contents
        self.init(
            version: contents.version?.description, build: contents.build?.description, channel: release.terms.channel,
            platform: contents.platform, minimumSystem: contents.minimumSystem?.description, size: contents.size,
            unpackedSize: contents.unpackedSize, sha256: "\(contents.digest)", notes: release.terms.notes,
            published: "\(release.published)", path: "/v1/packages/\(contents.package)/releases/\(contents.digest)/file"
        )
    }
}
