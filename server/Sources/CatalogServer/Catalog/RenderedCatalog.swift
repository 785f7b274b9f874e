import AppCatalog
import AppGroup
import AppPackage
import FoundationEssentials
import NIOCore

/// A catalog as it is sent, made once for all users who may have the same.
final class RenderedCatalog: Sendable {
    let catalog: Catalog
    let json: ByteBuffer
    /// The JSON compressed with gzip.
    let gzip: ByteBuffer
    /// The entity tags of the two: they differ because the bytes do (RFC 9110, section 8.8.3).
    let tag: EntityTag
    let gzipTag: EntityTag

    /// The approximate memory that it takes, in bytes.
    var cost: Int { 3 * json.readableBytes + gzip.readableBytes }

    init(_ catalog: Catalog) throws {
        self.catalog = catalog
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = Array(try encoder.encode(catalog))
        json = ByteBuffer(bytes: bytes)
        gzip = ByteBuffer(bytes: try Gzip.packed(bytes))
        let hash = try SHA256Hasher()
        hash.update(bytes)
        let digest = try hash.digest().prefix(16).hexadecimal
        tag = EntityTag(unquoted: digest)
        gzipTag = EntityTag(unquoted: "\(digest)-gzip")
    }
}

extension Catalog {
    /// Converts what a user may have into the form that is sent. It contains nothing about the user, so that all users who may
    /// have the same share one.
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
    /// A release as its users see it.
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
