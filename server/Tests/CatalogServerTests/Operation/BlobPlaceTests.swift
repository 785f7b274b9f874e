import Serving
import Testing

@testable import CatalogServer

struct BlobPlaceTests {
    @Test func `A place for packages is known by one of the newest of the catalog, however many there are`()
        async throws
    {
        let catalog = try ScratchCatalog()
        var releases: [Release] = []
        for number in 0...20 { releases.append(try await catalog.publish("rooms", "1.\(number)")) }
        let settings = Settings(folder: catalog.folder)
        let blobs = DiskBlobStore(reading: "\(catalog.folder)/blobs")

        try blobs.fake(releases[0].contents.digest)
        let error = await #expect(throws: ServiceError.self) {
            try await settings.openBlobsBesideServer(publishingInto: catalog.store)
        }
        #expect(error?.code == .configuration && error?.description.contains("--blobs") == true)
        try blobs.fake(releases[1].contents.digest)
        _ = try await settings.openBlobsBesideServer(publishingInto: catalog.store)
    }
}
