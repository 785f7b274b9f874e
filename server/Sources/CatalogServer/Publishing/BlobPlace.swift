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

    /// What a place says of its owner, for messages.
    static func state(of owner: String?) -> String {
        guard let owner else { return "names no catalog" }
        return owner.isEmpty ? "names no catalog that can be read" : "belongs to the catalog \(owner.prefix(300))"
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

extension BlobStore {
    /// Refuses a place for packages that is most likely not that of the catalog. Each question takes a while if the packages are
    /// in a bucket.
    ///
    /// - Parameter place: Where the store is, for the message.
    /// - Throws: `configuration` if the catalog has releases, but the store has none of the newest ones' packages.
    func requireNewest(of catalog: some BlobLedger, in place: String) async throws {
        guard try await hasNewest(of: catalog) == false else { return }
        throw ServiceError(
            .configuration,
            "None of the newest packages of the catalog is in \(place); name the place where they are with --blobs, or in "
                + "a settings file. If all of them are lost, run catalog-server package adopt, and publish some of them "
                + "through the server: launcher publish.")
    }

    /// Whether the store has one of the newest packages of the catalog; `nil` if the catalog has no packages.
    func hasNewest(of catalog: some BlobLedger) async throws -> Bool? {
        let packages = try await catalog.newestPackages(20)
        for package in packages where try await size(of: package) != nil { return true }
        return packages.isEmpty ? nil : false
    }
}
