import AppGroup
import AppGroupPlatform
import Accounts
import Serving

/// How to run this server.
struct Settings: Sendable {
    /// The folder of the database and the packages, without a slash at the end; empty for a command that needs only a catalog in
    /// PostgreSQL.
    let folder: String
    /// The PostgreSQL database of the catalog; `nil` if it is an SQLite file in the folder.
    var database: PostgresCatalogStore.Place?
    /// The group of a new catalog.
    var group: AppGroup.GroupID?
    var serving = ServingSettings(listen: ListenAddress(host: "127.0.0.1", port: 8080))
    var sessionLifetime = SessionLifetime.standard
    /// How many passwords are hashed at once, with 128 MiB each.
    var passwordThreads = 2
    /// The largest package, in bytes.
    var packageSize: UInt64 = UploadLimits.standard.size
    /// How many releases that all users get to keep in each channel for each platform; `nil` for all.
    var keptReleases: Int?
    /// How much of the database to keep in memory, approximately, in bytes.
    var cacheSize = 256 << 20

    /// Where the packages are.
    var blobs: BlobPlace
    /// Whether users download from the bucket itself.
    var redirectsToBucket = false
    /// How many bytes of packages in a bucket to keep on this machine's disk as well; `nil` for none.
    var blobCacheSize: UInt64?

    init(folder: String) {
        self.folder = String(Paths.withoutTrailingSlashes(folder))
        blobs = .folder("\(self.folder)/blobs")
    }

    var uploadFolder: String { "\(folder)/uploads" }
}

extension Settings {
    /// Opens the catalog.
    ///
    /// - Parameter group: The group of a new catalog, or the one that an existing catalog must have; `nil` accepts any.
    func openCatalog(group: AppGroup.GroupID?) async throws -> any CatalogStore {
        guard let database else { return try SQLiteCatalogStore(folder: folder, group: group) }
        return try await PostgresCatalogStore.open(database, group: group)
    }

    /// Opens the catalog for a command beside the server.
    ///
    /// - Throws: `permission` if this is root and would make a file for a server of somebody else.
    func openCatalogBesideServer() async throws -> any CatalogStore {
        try refuseRoot()
        return try await openCatalog(group: nil)
    }

    /// The catalog's file, unless it is in PostgreSQL.
    var databaseFile: String { "\(folder)/\(SQLiteCatalogStore.fileName)" }

    /// Throws `permission` if this is root and would make the catalog, or its lock, for a server of somebody else.
    func refuseRoot() throws(ServiceError) {
        guard database == nil else { return }
        try StorageFolder.refuseRoot(changing: databaseFile, by: "catalog-server")
    }

    /// Opens the catalog if there is one already; `nil` if not.
    ///
    /// - Throws: `conflict` if it belongs to another group than that of the settings.
    func openExistingCatalog() async throws -> (any CatalogStore)? {
        guard let database else {
            return try SQLiteCatalogStore.exists(in: folder) ? SQLiteCatalogStore(folder: folder, group: group) : nil
        }
        do {
            return try await PostgresCatalogStore.open(database, group: group, mayCreate: false)
        } catch let error as ServiceError where error.code == .notFound {
            return nil
        }
    }
}
