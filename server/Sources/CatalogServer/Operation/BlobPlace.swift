import AppGroupPlatform
import ObjectStorage
import Serving

/// Where the packages are.
enum BlobPlace: Sendable {
    case folder(String)
    case bucket(ObjectSettings)

    /// Opens the store there.
    ///
    /// - Parameter scratch: A folder for what is on its way into a bucket.
    func open(scratch: String) throws -> any BlobStore {
        switch self {
        case .folder(let folder): try DiskBlobStore(folder: folder)
        case .bucket(let settings): try ObjectBlobStore(settings, scratch: scratch)
        }
    }
}

extension Settings {
    /// Opens the store of the packages.
    func openBlobs() throws -> any BlobStore {
        try blobs.open(scratch: "\(folder)/scratch")
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
