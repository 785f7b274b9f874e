import Accounts
import AppCatalog
import AppGroup
import Logging
import Serving

/// What each user may have. This is the one place that decides it: the catalog, the pages, downloads and links all ask here.
///
/// No answer is older than a change that this process knows of.
struct CatalogService: Sendable {
    let group: GroupID
    private let store: any CatalogStore
    private let notifier: ChangeNotifier<Changes>
    private let rights: ReadCache<User.ID, Rights>
    private let releases: ReleaseReader
    private let catalogs = CatalogCache()
    private let numbers = PackageNumbers()
    private let room: PieceRoom
    private let catalogShare: Int
    private let frame: CatalogFrame
    private let logger: Logger?

    /// - Throws: ``PackageError`` if libcrypto cannot be loaded.
    init(
        store: any CatalogStore, changes notifier: ChangeNotifier<Changes>, shares: CacheShares = .standard,
        logger: Logger? = nil
    ) throws {
        self.logger = logger
        frame = try CatalogFrame(group: store.group)
        group = store.group
        self.store = store
        self.notifier = notifier
        rights = ReadCache(changes: notifier, limit: shares.rights)
        room = PieceRoom(limit: shares.catalogs / 2)
        catalogShare = shares.catalogs
        releases = ReleaseReader(store: store, changes: notifier, numbers: numbers, room: room)
    }

    /// What its caches take.
    var cacheUsage: [CacheUsage] { [rights.usage(as: "rights"), releases.usage, catalogs.usage] }

    /// The user's catalog.
    func catalog(of user: User.ID) async throws -> RenderedCatalog {
        let (rights, shelf) = try await data(for: user)
        if let known = rights.catalog(for: shelf.version) { return known }
        let pieces = try shelf.pieces(for: rights)
        let key = try RenderedCatalog.Key(of: pieces, in: frame)
        let catalog: RenderedCatalog
        if let known = catalogs.rendering(key) {
            catalog = known
        } else {
            catalog = RenderedCatalog(key, of: pieces, in: frame)
            warnIfLarge(catalog)
            // What the releases and the pieces leave, but at least some.
            let left = catalogShare - shelf.cost - room.takenBytes
            catalogs.keep(catalog, as: key, limit: max(left, catalogShare / 4))
        }
        rights.remember(catalog, for: shelf.version)
        return catalog
    }

    /// Tells the administrator about a catalog that launcher-store can't read, or soon can't.
    private func warnIfLarge(_ catalog: RenderedCatalog) {
        let (bytes, most) = (catalog.json.readableBytes, Catalog.mostBytes)
        guard bytes > most / 4 * 3 else { return }
        logger?.log(
            level: bytes > most ? .error : .warning,
            "A catalog is \(bytes > most ? "larger than clients read" : "almost as large as clients read"); remove old releases",
            metadata: ["bytes": "\(bytes)", "most": "\(most)"])
    }

    /// The packages with offered releases, regardless of grants.
    func packages() async throws -> [ShelvedPackage] { try await releases.shelf().packages }

    /// A release, if it exists and this user may have it.
    func release(_ digest: BlobDigest, of package: AppID, for user: User.ID) async throws -> Release? {
        try await releases(of: package, for: user).first { $0.contents.digest == digest }
    }

    /// The releases of a package that this user may have, newest first.
    func releases(of package: AppID, for user: User.ID) async throws -> [Release] {
        let (rights, shelf) = try await data(for: user)
        guard let number = numbers.known(package), let channel = rights.channel(of: number) else { return [] }
        return shelf.package(package)?.visible(to: user, upTo: channel) ?? []
    }

    /// A user's rights and all releases, both as of one moment: otherwise somebody who just lost a right could see what was
    /// published after that.
    private func data(for user: User.ID) async throws -> (Rights, ReleaseShelf) {
        while true {
            let generation = notifier.current
            let rights = try await rights.value(of: user) { [store, numbers] in
                Rights(of: user, try await store.access(of: user), numbers: numbers)
            }
            let shelf = try await releases.shelf()
            guard let rights else { throw ServiceError.notFound }
            if notifier.current == generation { return (rights, shelf) }
        }
    }
}
