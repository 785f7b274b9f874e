import Accounts
import AppGroup
import Logging
import ObjectStorage
import Serving

/// The parts that receive, keep, publish and send packages, made once.
struct PackageParts: Sendable {
    private let bucket: ObjectBlobStore?
    let blobs: OwnedBlobStore
    let uploads: UploadDesk
    let transfers: Transfers
    let downloads: Downloads
    let links: LinkMaker
    let chunks: ChunkHasher
    let checker: PackageChecker
    let publisher: Publisher
    let sweep: BlobSweep
    private let notifier: ChangeNotifier<Changes>
    private let clock: @Sendable () -> Timestamp

    init(
        settings: Settings, store: any CatalogStore, catalog: CatalogService, changes notifier: ChangeNotifier<Changes>,
        connections: ConnectionTally, clock: @escaping @Sendable () -> Timestamp
    ) throws {
        let packages = try PackageBlobs(settings, of: store, connections)
        let blobs = packages.store
        self.blobs = blobs
        bucket = packages.bucket
        let sweep = BlobSweep(ledger: store, blobs: blobs, place: "\(settings.blobs)")
        uploads = UploadDesk(
            files: try UploadStore(folder: settings.uploadFolder, limits: UploadLimits(size: settings.packageSize)),
            sharing: store.shared.map {
                UploadDesk.Sharing(ledger: $0, blobs: blobs, holds: BlobHolds(ledger: store), sweep: sweep)
            })
        transfers = Transfers(
            changes: notifier, pace: Transfers.Pace(overSeconds: settings.serving.transferSeconds))
        downloads = Downloads(
            store: store, catalog: catalog, blobs: blobs, redirecting: packages.redirecting, transfers: transfers,
            recorder: DownloadRecorder(log: store), lifetime: settings.sessionLifetime, clock: clock)
        links = try LinkMaker(key: store.signingKey)
        chunks = ChunkHasher(blobs: blobs)
        checker = PackageChecker()
        publisher = Publisher(store: store, blobs: blobs, checker: checker, keep: settings.keptReleases)
        self.sweep = sweep
        self.notifier = notifier
        self.clock = clock
    }

    /// Cuts off transfers that may not go on, while the server runs.
    func watch() -> TransferWatch<Changes> { TransferWatch(transfers: transfers, changes: notifier) }

    /// Tries out the bucket when the server starts, if the packages are in one.
    func check(_ logger: Logger) -> BucketCheck? { bucket.map { BucketCheck(bucket: $0, logger: logger) } }

    /// Removes abandoned uploads at this server, while it runs.
    func keeper(_ logger: Logger) -> StorageKeeper {
        StorageKeeper(uploads: uploads, clock: { [clock] in clock().milliseconds / 1000 }, logger: logger)
    }

    /// An upload to the bucket without a new part for this long is abandoned, in milliseconds: no part takes so long, with all
    /// retries. It is dropped within the hour.
    private static let idle: Int64 = 40 * 60 * 1000

    /// Deletes what nobody needs, for all servers.
    func chores(_ store: any CatalogStore, _ logger: Logger) -> [ChoreKeeper] {
        let (sweep, age, place) = (sweep, uploads.files.limits.age, self.blobs)
        let blobs = ChoreKeeper(chore: .blobs, store: store, logger: logger) {
            try await store.shared?.forgetUploads(after: age)
            // Even if nothing is to be deleted: a place that an older release has used should have its owner soon, before
            // a server of another catalog is pointed there, and the log should say soon if it is that of another one.
            try await place.claim()
            let count = try await sweep.run()
            if count > 0 { logger.info("Removed files that no release names", metadata: ["count": "\(count)"]) }
        }
        guard let bucket else { return [blobs] }
        let multiparts = ChoreKeeper(chore: .multiparts, store: store, logger: logger) {
            let count = try await bucket.dropUnfinished(idle: Self.idle)
            if count > 0 { logger.info("Dropped unfinished uploads", metadata: ["count": "\(count)"]) }
        }
        return [blobs, multiparts]
    }
}
