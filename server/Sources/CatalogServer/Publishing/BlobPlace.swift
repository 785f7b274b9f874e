import AppGroupPlatform
import ObjectStorage
import Serving

/// Where the packages are.
enum BlobPlace: Sendable, CustomStringConvertible {
    case folder(String)
    case bucket(ObjectSettings)

    /// For messages.
    var description: String {
        switch self {
        case .folder(let folder): folder
        case .bucket(let settings): "\(settings.place)"
        }
    }

    /// Opens the store there.
    ///
    /// - Parameters:
    ///   - scratch: A folder for what is on its way into a bucket.
    ///   - isRead: Whether the store is only read.
    /// - Throws: `configuration` if the folder is a symbolic link, which no store follows.
    func open(scratch: String, onlyToRead isRead: Bool = false) throws -> any BlobStore {
        switch self {
        case .folder(let folder):
            if (try? Files.status(folder, followingLinks: false))?.kind == .link {
                throw ServiceError(
                    .configuration,
                    "\(folder) is a symbolic link; name the folder that it leads to instead, with --blobs or in a "
                        + "settings file.")
            }
            return try isRead ? DiskBlobStore(reading: folder) : DiskBlobStore(folder: folder)
        case .bucket(let settings): return try ObjectBlobStore(settings, scratch: scratch)
        }
    }
}
