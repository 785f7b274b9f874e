import NIOCore
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The owner of a place for packages")
struct OwnedBlobStoreTests {
    private let files: TemporaryFolder
    private let disk: DiskBlobStore
    private let catalog: ScratchCatalog
    private let other: ScratchCatalog

    init() throws {
        files = try TemporaryFolder()
        disk = try DiskBlobStore(folder: "\(files.path)/blobs")
        (catalog, other) = (try ScratchCatalog(), try ScratchCatalog())
    }

    private func store(of catalog: ScratchCatalog) -> OwnedBlobStore {
        OwnedBlobStore(origin: disk, catalog: catalog.store, place: "the place")
    }

    private func put(_ text: String, into store: some BlobStore) async throws -> BlobDigest {
        try await store.put(OneBuffer(ByteBuffer(string: text)), limit: 100).hash
    }

    @Test func `The first catalog that stores a package becomes the owner, and others are refused and told both names`()
        async throws
    {
        let (own, foreign) = (store(of: catalog), store(of: other))
        let package = try await put("a package", into: own)
        #expect(try await disk.owner() == catalog.store.identity)
        let file = try files.write("file", Array("another package".utf8))
        await expect(.configuration) { try await foreign.put(file: file, as: package) }
        await expect(.configuration) { _ = try await foreign.delete(package) }
        let refusal = await #expect(throws: ServiceError.self) { try await put("another package", into: foreign) }
        let message = try #require(refusal)
        for part in [catalog.store.identity, other.store.identity, "the place", "package adopt"] {
            #expect(message.description.contains(part), "\(message)")
            #expect(!message.answer.contains(part))
        }
        #expect(try await foreign.size(of: package) == 9)

        try await foreign.setOwner(other.store.identity, replacing: true)
        _ = try await put("another package", into: foreign)
        await expect(.configuration) { _ = try await own.delete(package) }
    }

    @Test func `If two catalogs store their first packages in one place at once, one of them becomes the owner`()
        async throws
    {
        for round in 0..<20 {
            let disk = try DiskBlobStore(folder: "\(files.path)/\(round)")
            let stored = await withTaskGroup(of: Bool.self) { group in
                for catalog in [catalog, other] {
                    let store = OwnedBlobStore(origin: disk, catalog: catalog.store, place: "the place")
                    group.addTask { (try? await put("a package", into: store)) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(stored == 1, "round \(round)")
        }
    }

    /// A store that gets its owner and its first package just before somebody looks whether it is empty.
    private struct FilledMeanwhile: ForwardingBlobStore {
        let origin: DiskBlobStore
        let catalog: String

        func isEmpty() async throws -> Bool {
            try await origin.setOwner(catalog, replacing: false)
            _ = try await origin.put(OneBuffer(ByteBuffer(string: "the first package")), limit: 100)
            return try await origin.isEmpty()
        }
    }

    @Test func `If a catalog stores its first two packages in a place at once, neither is refused`() async throws {
        let place = FilledMeanwhile(origin: disk, catalog: catalog.store.identity)
        _ = try await put(
            "the second package", into: OwnedBlobStore(origin: place, catalog: catalog.store, place: "the place"))
        let foreign = OwnedBlobStore(origin: place, catalog: other.store, place: "the place")
        await expect(.configuration) { _ = try await put("another package", into: foreign) }
    }

    @Test func `A catalog that takes a place without an owner leaves it to one that was faster`() async throws {
        try await store(of: catalog).take(replacing: false)
        await expect(.configuration) { try await store(of: other).take(replacing: false) }
        #expect(try await disk.owner() == catalog.store.identity)
        try await store(of: other).take(replacing: true)
        #expect(try await disk.owner() == other.store.identity)
    }

    @Test func `An empty name of an owner is called unreadable`() async throws {
        _ = try files.write("blobs/catalog-owner", [])
        let refusal = await #expect(throws: ServiceError.self) { try await put("a package", into: store(of: catalog)) }
        #expect(refusal?.description.contains("the place names no catalog that can be read, and this one is") == true)
    }

    @Test func `Publishing need not wait for a deletion that is refused in the place of another catalog`() async throws
    {
        try disk.fake(try await catalog.publish("rooms", "1.0").contents.digest)
        let stray = try await put("a stray", into: disk)
        try await disk.setOwner(other.store.identity, replacing: false)
        let sweep = BlobSweep(ledger: catalog.store, blobs: store(of: catalog), place: "the place")
        await expect(.configuration) { try await sweep.run() }
        var terms = BlobTerms.standard
        terms.patience = .zero
        try await BlobHolds(ledger: catalog.store, terms: terms).holding([stray]) { _ in }
    }

    @Test func `A place without an owner gets a catalog that has one of its newest packages there`() async throws {
        let release = try await catalog.publish("rooms", "1.0")
        try disk.fake(release.contents.digest)
        let stray = try await put("a stray", into: disk)
        // It may be that of another catalog.
        await expect(.configuration) { _ = try await store(of: other).delete(stray) }
        #expect(try await disk.owner() == nil)
        #expect(try await store(of: catalog).delete(stray))
        #expect(try await disk.owner() == catalog.store.identity)
    }

    /// A bucket of a server that refuses to name an owner, since another request to do that has not ended.
    private struct UndecidedBlobs: ForwardingBlobStore {
        let origin: DiskBlobStore

        func setOwner(_ owner: String, replacing: Bool) async throws {}
    }

    @Test func `Nothing is stored in a place until it has an owner`() async throws {
        let undecided = UndecidedBlobs(origin: disk)
        let own = OwnedBlobStore(origin: undecided, catalog: catalog.store, place: "the place")
        await expect(.busy) { _ = try await put("a package", into: own) }
        #expect(try await disk.isEmpty())
    }

    @Test
    func `The regular work of a server takes a place that names no catalog, if one of its newest packages is there`()
        async throws
    {
        let server = try await RouterFixture()
        let packages = server.parts.packages
        let release = try await catalog.publish("rooms", "1.0")
        _ = try await server.parts.store.publish(release.contents, terms: release.terms, by: server.who)
        let disk = try #require(packages.blobs.origin as? DiskBlobStore)
        try disk.fake(release.contents.digest)
        let chore = try #require(packages.chores(server.parts.store, RouterFixture.silence).first)
        try await chore.work()
        #expect(try await disk.owner() == server.parts.store.identity)
        // The catalog of another server that has the same package.
        let foreign = OwnedBlobStore(origin: disk, catalog: catalog.store, place: "the place")
        await expect(.configuration) { try await foreign.claim() }
        await server.parts.hasher.shutDown()
    }

    @Test func `If two catalogs with the same package claim a place without an owner at once, one of them gets it`()
        async throws
    {
        let release = try await catalog.publish("rooms", "1.0")
        try await other.publish("rooms", "1.0")
        for round in 0..<20 {
            let disk = try DiskBlobStore(folder: "\(files.path)/\(round)")
            try disk.fake(release.contents.digest)
            let claimed = await withTaskGroup(of: Bool.self) { group in
                for catalog in [catalog, other] {
                    let store = OwnedBlobStore(origin: disk, catalog: catalog.store, place: "the place")
                    group.addTask { (try? await store.claim()) == true }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(claimed == 1, "round \(round)")
        }
    }

    @Test func `A catalog that has no packages, or none in a place without an owner, does not claim the place`()
        async throws
    {
        let stray = try await put("a stray", into: disk)
        #expect(try await store(of: catalog).claim() == false)
        try await catalog.publish("rooms", "1.0")
        #expect(try await store(of: catalog).claim() == false)
        #expect(try await disk.owner() == nil)
        #expect(try await disk.size(of: stray) == 7)
    }

    @Test func `The regular work of a server takes no empty place, but fails in that of another catalog`() async throws
    {
        let server = try await RouterFixture()
        let packages = server.parts.packages
        let chore = try #require(packages.chores(server.parts.store, RouterFixture.silence).first)
        try await chore.work()
        #expect(try await packages.blobs.owner() == nil)
        try await packages.blobs.setOwner(other.store.identity, replacing: false)
        await expect(.configuration) { try await chore.work() }
        await server.parts.hasher.shutDown()
    }

    @Test func `A copy of the database is the same catalog`() async throws {
        _ = try await put("a package", into: store(of: catalog))
        let copies = try TemporaryFolder()
        try await catalog.store.backUp(to: "\(copies.path)/\(SQLiteCatalogStore.fileName)")
        let copy = try SQLiteCatalogStore(folder: copies.path, group: nil)
        _ = try await put("another package", into: OwnedBlobStore(origin: disk, catalog: copy, place: "the place"))
        try await copy.close()
    }
}
