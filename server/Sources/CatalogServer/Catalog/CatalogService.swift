import AppCatalog
import AppGroup
import AppPackage

/// What each user may have. This is the one place that decides it: the catalog, the pages, downloads and links all ask here.
struct CatalogService: Sendable {
    let group: GroupID
    private let store: any CatalogStore
    private let cache: CatalogCache

    init(group: GroupID, store: any CatalogStore, cache: CatalogCache = CatalogCache()) {
        self.group = group
        self.store = store
        self.cache = cache
    }

    /// The user's catalog.
    ///
    /// - Parameter generation: The current one, read before this is called.
    func catalog(of user: User.ID, in generation: Generation) async throws -> RenderedCatalog {
        if let known = cache.catalog(of: user, in: generation) { return known }
        let visible = try await shelf(in: generation).visible(to: user, with: try await store.access(of: user))
        let key = try Self.key(of: visible)
        let rendering = try cache.rendering(key) ?? RenderedCatalog(Catalog(group: group, packages: visible))
        cache.keep(rendering, as: key, of: user, in: generation)
        return rendering
    }

    /// A release, if it exists and this user may have it.
    func release(
        _ digest: BlobDigest, of package: AppID, for user: User.ID, in generation: Generation
    ) async throws -> Release? {
        try await releases(of: package, for: user, in: generation).first { $0.contents.digest == digest }
    }

    /// The releases of a package that this user may have, newest first.
    func releases(of package: AppID, for user: User.ID, in generation: Generation) async throws -> [Release] {
        let access = try await store.access(of: user)
        guard let shelved = try await shelf(in: generation).package(package) else { return [] }
        return shelved.visible(to: user, with: access)
    }

    private func shelf(in generation: Generation) async throws -> ReleaseShelf {
        if let known = cache.shelf(in: generation) { return known }
        let shelf = ReleaseShelf(try await store.releases())
        cache.keep(shelf, in: generation)
        return shelf
    }

    private static func key(of packages: [ReleaseShelf.Package]) throws -> CatalogCache.Key {
        let hash = try SHA256Hasher()
        for release in packages.lazy.flatMap(\.releases) {
            withUnsafeBytes(of: release.id.rawValue) { hash.update($0) }
            hash.update(Array("\(release.terms.channel.rawValue)\n\(release.terms.notes)\0".utf8))
        }
        return try hash.digest()
    }
}
