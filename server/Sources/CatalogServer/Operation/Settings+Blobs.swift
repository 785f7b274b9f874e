import AppGroupPlatform
import ObjectStorage
import Serving

extension Settings {
    /// Opens the store of the packages for the server, or only to look into it.
    func openBlobs(onlyToRead isRead: Bool = false) throws -> any BlobStore {
        try blobs.open(scratch: "\(folder)/scratch", onlyToRead: isRead)
    }

    /// Refuses to make a catalog if there are packages already: as soon as it had a release of its own, it would delete
    /// them. In the place of another catalog, it could never have any.
    ///
    /// - Throws: `configuration` if the folder or bucket of the packages has any, or an owner. Another error says that a bucket
    ///   can't be asked: an existing catalog is served without its bucket, but only a new one could empty it.
    func refuseNewCatalog() async throws {
        if case .folder(let place) = blobs, !Files.exists(place) { return }
        let (name, home) =
            try database.map { ("catalog", "\($0.address)") }
            ?? (StorageFolder.has(databaseFile) ? ("catalog", databaseFile) : (SQLiteCatalogStore.fileName, folder))
        let store = try openBlobs(onlyToRead: true)
        try await store.refuseNew(name, in: home, filesIn: "\(blobs)")
        guard let owner = try await store.owner() else { return }
        throw ServiceError(
            .configuration,
            "\(blobs) \(BlobPlace.state(of: owner)), but there is no \(name) in \(home): put the database or a backup of it "
                + "there, or name an empty place with CATALOG_BLOBS or in a settings file. Only if that catalog no longer "
                + "exists, delete \(DiskBlobStore.ownerName) from \(blobs).")
    }

    /// Opens the store of the packages of a catalog for a command beside the server.
    ///
    /// - Throws: `permission` if this is root and the folder of the packages belongs to a server of somebody else.
    func openBlobsBesideServer(of catalog: any CatalogStore) throws -> OwnedBlobStore {
        if case .folder = blobs { try refuseRootToStore() }
        return OwnedBlobStore(origin: try openBlobs(), catalog: catalog, place: "\(blobs)")
    }

    private func refuseRootToStore() throws(ServiceError) {
        try StorageFolder.refuseRoot(storingBeside: databaseFile, by: "catalog-server")
    }

    /// Opens the store of the packages for a command that publishes beside the server.
    ///
    /// - Throws: `configuration` if the server most likely keeps the packages elsewhere, and so could not hand out what is
    ///   stored here. `permission` if this is root and the folder for what is on its way belongs to somebody else.
    func openBlobsBesideServer(publishingInto catalog: some CatalogStore) async throws -> OwnedBlobStore {
        try await openBlobs(onlyToRead: true).requireNewest(of: catalog, in: "\(blobs)")
        try refuseRootToStore()
        return OwnedBlobStore(origin: try openBlobs(), catalog: catalog, place: "\(blobs)")
    }
}

/// The packages of a server as its parts need them.
struct PackageBlobs: Sendable {
    /// Where packages are kept and read.
    let store: OwnedBlobStore
    /// The bucket, if they are in one.
    let bucket: ObjectBlobStore?
    /// The bucket, if users are sent there to download.
    let redirecting: ObjectBlobStore?

    /// - Parameters:
    ///   - catalog: The one that the packages belong to.
    ///   - connections: Counts the memory that packages on their way from a bucket take.
    init(_ settings: Settings, of catalog: any CatalogStore, _ connections: ConnectionTally) throws {
        var store = try settings.openBlobs()
        var bucket = store as? ObjectBlobStore
        bucket?.tally = connections
        if let bucket { store = bucket }
        self.bucket = bucket
        redirecting = settings.redirectsToBucket ? bucket : nil
        if let size = settings.blobCacheSize, bucket != nil {
            store = try CachedBlobStore(store, folder: "\(settings.folder)/cache", limit: size)
        }
        self.store = OwnedBlobStore(origin: store, catalog: catalog, place: "\(settings.blobs)")
    }
}
