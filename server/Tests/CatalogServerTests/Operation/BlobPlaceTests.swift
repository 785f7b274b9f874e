import Foundation
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
        func keep(_ release: Release) throws {
            let (name, folder) = ("\(release.contents.digest)", "\(catalog.folder)/blobs")
            let path = URL(filePath: "\(folder)/\(name.prefix(2))/\(name)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: path)
        }

        try keep(releases[0])
        let error = await #expect(throws: ServiceError.self) {
            try await settings.openBlobsBesideServer(publishingInto: catalog.store)
        }
        #expect(error?.code == .configuration && error?.description.contains("--blobs") == true)
        try keep(releases[1])
        _ = try await settings.openBlobsBesideServer(publishingInto: catalog.store)
    }
}
