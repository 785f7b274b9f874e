import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

struct PublisherTests {
    /// Loses each file right before it is stored.
    private struct LosingBlobs: ForwardingBlobStore {
        let origin: DiskBlobStore

        func put(file path: String, as hash: BlobDigest) async throws {
            try FileManager.default.removeItem(atPath: path)
            try await origin.put(file: path, as: hash)
        }
    }

    @Test func `A file that its user deletes while it is published becomes no release, and the publisher learns why`()
        async throws
    {
        let (files, catalog) = (try TemporaryFolder(), try ScratchCatalog(group: "org.example.family"))
        let blobs = LosingBlobs(origin: try DiskBlobStore(folder: "\(catalog.folder)/blobs"))
        let (package, checker) = (try SamplePackage(in: files), PackageChecker(width: 1))
        let publisher = Publisher(store: catalog.store, blobs: blobs, checker: checker, keep: nil)
        let error = await #expect(throws: ServiceError.self) {
            try await publisher.publish(
                file: package.path, as: package.hash, terms: StoreFixture.terms, by: ScratchCatalog.who)
        }
        #expect(error?.code == .notFound && error?.description.contains("deleted") == true)
        #expect(try await catalog.store.releases().isEmpty)
        await checker.shutDown()
    }
}
