import Accounts
import AppGroup
import AppGroupPlatform
import Logging
import ObjectStorage
import Serving

/// Everything the routes work with, made once.
struct ServerParts: Sendable {
    let settings: Settings
    let store: any CatalogStore
    let generations: GenerationNotifier
    let hasher: PasswordHasher
    let authenticator: CatalogAuthenticator
    let catalog: CatalogService
    let administration: AdministrationService
    let packages: PackageParts
    let clock: @Sendable () -> Timestamp
    let registry: PrometheusRegistry
    let connections: ConnectionTally
    let logger: Logger

    init(
        settings: Settings, store: any CatalogStore, generations: GenerationNotifier, hasher: PasswordHasher,
        limits: LoginLimits = LoginLimits(), registry: PrometheusRegistry,
        clock: @escaping @Sendable () -> Timestamp = { .now }, logger: Logger
    ) throws {
        self.settings = settings
        self.store = store
        self.generations = generations
        self.hasher = hasher
        self.clock = clock
        self.registry = registry
        self.logger = logger
        connections = ConnectionTally(
            limits: ConnectionLimits(
                connections: settings.connections, waitingBytes: settings.waitingBytes,
                transferSeconds: settings.transferSeconds))
        administration = AdministrationService(store: store, hasher: hasher, lifetime: settings.sessionLifetime)
        let shares = CacheShares(of: settings.cacheSize)
        catalog = try CatalogService(store: store, generations: generations, shares: shares)
        authenticator = CatalogAuthenticator(
            store: store, generations: generations, hasher: hasher, limits: limits, lifetime: settings.sessionLifetime,
            cacheLimit: shares.sessions, clock: clock)
        packages = try PackageParts(
            settings: settings, store: store, catalog: catalog, generations: generations, clock: clock)
    }
}

extension ServerParts {
    /// What is kept in memory of the database.
    var caches: CacheMetrics {
        CacheMetrics(limit: settings.cacheSize) { [authenticator, catalog] in
            [authenticator.cacheUsage] + catalog.cacheUsage
        }
    }
}

/// The parts that receive, keep, publish and send packages, made once.
struct PackageParts: Sendable {
    private let bucket: ObjectBlobStore?
    let uploads: UploadStore
    let transfers: Transfers
    let downloads: Downloads
    let links: LinkMaker
    let chunks: ChunkHasher
    let checker: PackageChecker
    let publisher: Publisher
    let collector: BlobCollector
    private let generations: GenerationNotifier
    private let clock: @Sendable () -> Timestamp

    init(
        settings: Settings, store: any CatalogStore, catalog: CatalogService, generations: GenerationNotifier,
        clock: @escaping @Sendable () -> Timestamp
    ) throws {
        let packages = try PackageBlobs(settings)
        let blobs = packages.store
        bucket = packages.bucket
        uploads = try UploadStore(
            folder: settings.uploadFolder, limits: UploadLimits(size: settings.packageSize))
        transfers = Transfers(
            generations: generations,
            pace: Transfers.Pace(
                bytes: UInt64(settings.transferSeconds) << 10, window: .seconds(settings.transferSeconds)))
        downloads = Downloads(
            store: store, catalog: catalog, blobs: blobs, redirecting: packages.redirecting, transfers: transfers,
            lifetime: settings.sessionLifetime, clock: clock)
        links = try LinkMaker(key: store.signingKey)
        chunks = ChunkHasher(blobs: blobs)
        checker = PackageChecker()
        publisher = Publisher(store: store, blobs: blobs, checker: checker, keep: settings.keptReleases)
        collector = BlobCollector(blobs: blobs) { blob in
            guard try await store.ownsUnnamedBlobs() else { return true }
            return try await store.isNamed(blob)
        }
        self.generations = generations
        self.clock = clock
    }

    /// Cuts off transfers that may not go on, while the server runs.
    func watch() -> TransferWatch<Changes> { TransferWatch(transfers: transfers, generations: generations) }

    /// Looks after the bucket while the server runs, if the packages are in one.
    func sweeper(_ logger: Logger) -> UploadSweeper? {
        bucket.map { UploadSweeper(bucket: $0, clock: clock, logger: logger) }
    }

    /// Clears away what nobody needs, while the server runs.
    func keeper(_ logger: Logger) -> StorageKeeper {
        StorageKeeper(
            uploads: uploads, collector: collector, clock: { [clock] in clock().milliseconds / 1000 }, logger: logger)
    }
}
