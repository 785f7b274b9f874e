import AppCatalog
import AppGroup
import Foundation
import NIOCore
import ServerTestSupport
import Serving
import Testing

@testable import CatalogServer

@Suite("The collection of unused blobs", .timeLimit(.minutes(5)))
struct BlobCollectorTests {
    private let files: BlobFolder
    private let catalog: ScratchCatalog
    private let blobs: any BlobStore
    private let checker = PackageChecker()

    init() throws {
        files = try BlobFolder()
        catalog = try ScratchCatalog(group: "org.example.family" as AppGroup.GroupID)
        blobs = try DiskBlobStore(folder: "\(catalog.folder)/blobs", patience: .seconds(240))
    }

    private func publish(_ package: SamplePackage, keep: Int? = nil) async throws -> Publication {
        let publisher = Publisher(store: catalog.store, blobs: blobs, checker: checker, keep: keep)
        let terms = Release.Terms(channel: .stable, rollout: .complete, notes: "", withdrawn: nil)
        return try await publisher.publish(file: package.path, as: package.hash, terms: terms, by: ScratchCatalog.who)
    }

    private var collector: BlobCollector {
        BlobCollector(blobs: blobs) { [store = catalog.store] in try await store.isNamed($0) }
    }

    @Test("Collecting deletes exactly the blobs that no release names")
    func collects() async throws {
        let (kept, removed) = (try SamplePackage("1", in: files), try SamplePackage("2", in: files))
        for package in [kept, removed] { _ = try await publish(package) }
        let stray = try await blobs.put(OneBuffer(ByteBuffer(string: "stray")), limit: 10)
        let release = try #require(try await catalog.store.release(of: "org.example.rooms", digest: removed.hash))
        try await catalog.store.removeRelease(release.id, by: ScratchCatalog.who)
        #expect(try await collector.collect() == 2)
        #expect(try await blobs.size(of: removed.hash) == nil)
        #expect(try await blobs.size(of: stray.hash) == nil)
        // Both releases have the same icon.
        for hash in [kept.hash, release.contents.icon.digest] { #expect(try await blobs.size(of: hash) != nil) }
        #expect(try await collector.collect() == 0)
        await checker.shutDown()
    }

    @Test("Collecting never deletes a blob that is being published")
    func sparesPublication() async throws {
        let packages = try (0..<12).map { try SamplePackage("1.\($0)", payload: 1000, in: files) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for package in packages { group.addTask { _ = try await publish(package) } }
            group.addTask {
                for _ in 0..<3 { try await collector.collect() }
            }
            try await group.waitForAll()
        }
        for release in try await catalog.store.releases() {
            #expect(try await blobs.size(of: release.contents.digest) == release.contents.size)
            #expect(try await blobs.size(of: release.contents.icon.digest) != nil)
        }
        #expect(try await catalog.store.releases().count == 12)
        await checker.shutDown()
    }

    @Test("Collecting leaves blobs for the next run if somebody is publishing")
    func skipsBusy() async throws {
        for text in ["one", "two", "three"] {
            _ = try await blobs.put(OneBuffer(ByteBuffer(string: text)), limit: 10)
        }
        let impatient = try DiskBlobStore(folder: "\(catalog.folder)/blobs", patience: .zero)
        let hasty = BlobCollector(blobs: impatient) { [store = catalog.store] in try await store.isNamed($0) }
        #expect(try await blobs.withoutCollection { try await hasty.collect() } == 0)
        #expect(try await hasty.collect() == 3)
    }

    @Test("A limit on kept releases leaves only the newest ones and their blobs")
    func retires() async throws {
        for version in ["1.9", "1.10", "1.2", "2.0"] {
            _ = try await publish(try SamplePackage(version, in: files), keep: 2)
        }
        let versions = try await catalog.store.releases().compactMap { $0.contents.version?.description }
        #expect(versions.sorted() == ["1.10", "2.0"])
        #expect(try await collector.collect() == 2)
        await checker.shutDown()
    }
}
