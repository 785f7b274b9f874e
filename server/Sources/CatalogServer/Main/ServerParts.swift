import AppGroup
import Logging
import SystemPackage

/// What keeps, takes, publishes and sends packages, made once.
struct PackageParts: Sendable {
    let blobs: any BlobStore
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
        blobs = try DiskBlobStore(folder: settings.folder.appending("blobs").string)
        uploads = try UploadStore(
            folder: settings.folder.appending("uploads").string, limits: UploadLimits(size: settings.packageSize))
        transfers = Transfers(
            generations: generations,
            pace: Transfers.Pace(
                bytes: UInt64(settings.transferSeconds) << 10, window: .seconds(settings.transferSeconds)))
        downloads = Downloads(
            store: store, catalog: catalog, blobs: blobs, transfers: transfers, generations: generations,
            lifetime: settings.sessionLifetime, clock: clock)
        links = LinkMaker(key: store.signingKey)
        chunks = ChunkHasher(blobs: blobs)
        checker = PackageChecker()
        publisher = Publisher(store: store, blobs: blobs, checker: checker, keep: settings.keptReleases)
        collector = BlobCollector(blobs: blobs, store: store)
        self.generations = generations
        self.clock = clock
    }

    /// What runs beside the server.
    func watch() -> TransferWatch { TransferWatch(transfers: transfers, generations: generations) }

    func keeper(_ logger: Logger) -> StorageKeeper {
        StorageKeeper(
            uploads: uploads, collector: collector, clock: { [clock] in clock().milliseconds / 1000 }, logger: logger)
    }
}
