import AppCatalog
import AppGroup
import AppPackage

/// What each user may have. This is the one place that decides it: the catalog, the pages, downloads and links all ask here.
///
/// No answer is older than a change that this process knows of.
struct CatalogService: Sendable {
    let group: GroupID
    private let store: any CatalogStore
    private let generations: GenerationNotifier
    private let rights: ReadCache<User.ID, Rights>
    private let releases: ReleaseReader
    private let catalogs: CatalogCache

    init(store: any CatalogStore, generations: GenerationNotifier, shares: CacheShares = .standard) {
        group = store.group
        self.store = store
        self.generations = generations
        rights = ReadCache(generations: generations, limit: shares.rights)
        releases = ReleaseReader(store: store, generations: generations)
        catalogs = CatalogCache(limit: shares.catalogs)
    }

    /// What its caches take.
    var cacheUsage: [CacheUsage] { [rights.usage(as: "rights"), releases.usage, catalogs.usage] }

    /// The user's catalog.
    func catalog(of user: User.ID) async throws -> RenderedCatalog {
        let (rights, shelf) = try await data(for: user)
        if let known = rights.catalog(for: shelf.version) { return known }
        let visible = shelf.visible(to: user, with: rights.access)
        let key = try Self.key(of: visible)
        let catalog: RenderedCatalog
        if let known = catalogs.rendering(key) {
            catalog = known
        } else {
            catalog = try RenderedCatalog(Catalog(group: group, packages: visible))
            catalogs.keep(catalog, as: key)
        }
        rights.remember(catalog, for: shelf.version)
        return catalog
    }

    /// A release, if it exists and this user may have it.
    func release(_ digest: BlobDigest, of package: AppID, for user: User.ID) async throws -> Release? {
        try await releases(of: package, for: user).first { $0.contents.digest == digest }
    }

    /// The releases of a package that this user may have, newest first.
    func releases(of package: AppID, for user: User.ID) async throws -> [Release] {
        let (rights, shelf) = try await data(for: user)
        return shelf.package(package)?.visible(to: user, with: rights.access) ?? []
    }

    /// A user's rights and all releases, both as of one moment: otherwise somebody who just lost a right could see what was
    /// published after that.
    private func data(for user: User.ID) async throws -> (Rights, ReleaseShelf) {
        while true {
            let generation = generations.current
            let rights = try await rights.value(of: user) { [store] in
                Rights(of: user, try await store.access(of: user))
            }
            let shelf = try await releases.shelf()
            guard let rights else { throw ServiceError.notFound }
            if generations.current == generation { return (rights, shelf) }
        }
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
