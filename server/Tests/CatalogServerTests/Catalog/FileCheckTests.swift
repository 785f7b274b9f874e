import AppGroup
import Logging
import ServerTestSupport
import Serving
import Testing

@testable import CatalogServer

struct FileCheckTests {
    /// A store without files, which removes a release when it is asked about its file.
    private struct RemovingBlobs: ForwardingBlobStore {
        let origin: DiskBlobStore
        let catalog: SQLiteCatalogStore
        let removed: Release

        func size(of hash: BlobDigest) async throws -> UInt64? {
            if hash == removed.contents.digest { try await catalog.removeRelease(removed.id, by: ScratchCatalog.who) }
            return try await origin.size(of: hash)
        }
    }

    @Test func `Releases without a file are counted, some are named, and one that is removed meanwhile is left out`()
        async throws
    {
        let scratch = try ScratchCatalog()
        for number in 1...7 { try await scratch.publish("rooms", "1.\(number)") }
        let removed = try await scratch.publish("mail", "1.0")
        let blobs = RemovingBlobs(
            origin: try DiskBlobStore(folder: "\(scratch.folder)/blobs"), catalog: scratch.store, removed: removed)
        let check = FileCheck(
            catalog: try CatalogService(store: scratch.store, changes: scratch.store.notifier),
            releases: scratch.store, blobs: blobs, logger: Logger(label: "test"))
        let missing = try await check.missing()
        #expect(missing.count == 7 && missing.labels.count == 5)
        #expect(missing.labels.allSatisfy { $0.contains("com.example.rooms") }, "\(missing)")
    }
}
