import AppGroupPlatform
import ObjectStorage
import Serving

extension Settings {
    /// Opens the store of the packages for the server, or only to look into it.
    func openBlobs(onlyToRead isRead: Bool = false) throws -> any BlobStore {
        try blobs.open(scratch: "\(folder)/scratch", onlyToRead: isRead)
    }

    /// Refuses to make a catalog if there are packages already: as soon as it had a release of its own, it would delete them.
    ///
    /// - Throws: `configuration` if their folder or bucket has any. Another error says that a bucket can't be asked: an existing
    ///   catalog is served without its bucket, but only a new one could empty it.
    func refuseNewCatalog() async throws {
        if case .folder(let place) = blobs, !Files.exists(place) { return }
        let (name, home) =
            try database.map { ("catalog", "\($0.address)") }
            ?? (StorageFolder.has(databaseFile) ? ("catalog", databaseFile) : (SQLiteCatalogStore.fileName, folder))
        try await openBlobs(onlyToRead: true).refuseNew(name, in: home, filesIn: "\(blobs)")
    }

    /// Opens the store of the packages for a command beside the server.
    ///
    /// - Throws: `permission` if this is root and the folder of the packages belongs to a server of somebody else.
    func openBlobsBesideServer() throws -> any BlobStore {
        if case .folder = blobs { try refuseRootToStore() }
        return try openBlobs()
    }

    private func refuseRootToStore() throws(ServiceError) {
        try StorageFolder.refuseRoot(storingBeside: databaseFile, by: "catalog-server")
    }

    /// Opens the store of the packages for a command that publishes beside the server.
    ///
    /// - Throws: `configuration` if the catalog has releases, but the store has none of the newest ones' files. Then the server most
    ///   likely keeps them elsewhere, and could not hand out what is stored here. `permission` if this is root and the folder for
    ///   what is on its way belongs to somebody else.
    func openBlobsBesideServer(publishingInto catalog: some ReleaseStore) async throws -> any BlobStore {
        guard try await hasBlobs(of: catalog.releases()) else {
            throw ServiceError(
                .configuration,
                "None of the newest packages of the catalog is in \(blobs); name the place where the server keeps them "
                    + "with --blobs, or in a settings file. If all of them are lost, publish them through the server: launcher publish."
            )
        }
        try refuseRootToStore()
        return try openBlobs()
    }

    /// Whether the file of one of the newest releases is in its place, if there are releases. Each question takes a while if the
    /// packages are in a bucket.
    ///
    /// - Parameter releases: In the order in which they were published.
    private func hasBlobs(of releases: [Release]) async throws -> Bool {
        let store = try openBlobs(onlyToRead: true)
        for release in releases.suffix(20).reversed()
        where try await store.size(of: release.contents.digest) != nil { return true }
        return releases.isEmpty
    }
}

/// The packages of a server as its parts need them.
struct PackageBlobs: Sendable {
    /// Where packages are kept and read.
    let store: any BlobStore
    /// The bucket, if they are in one.
    let bucket: ObjectBlobStore?
    /// The bucket, if users are sent there to download.
    let redirecting: ObjectBlobStore?

    init(_ settings: Settings) throws {
        let store = try settings.openBlobs()
        bucket = store as? ObjectBlobStore
        redirecting = settings.redirectsToBucket ? bucket : nil
        if let size = settings.blobCacheSize, bucket != nil {
            self.store = try CachedBlobStore(store, folder: "\(settings.folder)/cache", limit: size)
        } else {
            self.store = store
        }
    }
}
