import AppCatalog
import AppGroupCrypto
import ServerTestSupport
import Serving
import Testing

@testable import CatalogServer

@Suite("Blobs that are needed or are being deleted", .timeLimit(.minutes(20)))
struct BlobLedgerTests {
    private let minute = Duration.seconds(60)

    /// A catalog with one release, so that blobs without a name are its own.
    private func catalog(_ kind: StoreKind) async throws -> (fixture: StoreFixture, release: Release) {
        let fixture = try await StoreFixture(kind)
        let published = try await fixture.store.publish(
            StoreFixture.contents(), terms: StoreFixture.terms, by: fixture.who)
        return (fixture, published.release)
    }

    private func digests(_ digits: String) throws -> [BlobDigest] { try digits.map { try StoreFixture.digestOf($0) } }

    @Test(arguments: StoreKind.allCases)
    func `A blob is needed while a release or a holder needs it`(_ kind: StoreKind) async throws {
        let (fixture, _) = try await catalog(kind)
        let (store, holder, all) = (fixture.store, BlobHolder(), try digests("abcf"))
        #expect(try await Set(store.unneeded(among: all)) == Set(digests("bc")))
        #expect(try await store.need(Set(digests("bd")), by: holder, for: minute))
        #expect(try await store.unneeded(among: all) == digests("c"))
        #expect(try await store.beginDeletion(of: all, by: BlobHolder(), for: minute) == digests("c"))
        try await store.release(holder)
        #expect(try await store.beginDeletion(of: all, by: BlobHolder(), for: minute) == digests("b"))
    }

    @Test(arguments: StoreKind.allCases)
    func `A catalog without releases, or one that is being moved, needs every blob`(_ kind: StoreKind) async throws {
        let (fixture, release) = try await catalog(kind)
        let (store, blobs) = (fixture.store, try digests("b"))
        #expect(try await store.unneeded(among: blobs) == blobs)
        try await store.setMoving(true)
        #expect(try await store.unneeded(among: blobs) == [])
        await expect(.busy) { _ = try await store.beginDeletion(of: blobs, by: BlobHolder(), for: minute) }
        await expect(.busy) { _ = try await store.need(Set(blobs), by: BlobHolder(), for: minute) }
        try await store.setMoving(false)
        try await store.removeRelease(release.id, by: fixture.who)
        #expect(try await store.unneeded(among: blobs) == [])
        await expect(.notFound) { try await store.removeRelease(release.id, by: fixture.who) }
    }

    @Test(arguments: StoreKind.allCases)
    func `The packages of the newest releases are listed, the newest one first`(_ kind: StoreKind) async throws {
        let (fixture, _) = try await catalog(kind)
        for (version, digit) in [("2", "b"), ("3", "c")] as [(String, Character)] {
            let contents = try StoreFixture.contents(version: version, digest: digit)
            _ = try await fixture.store.publish(contents, terms: StoreFixture.terms, by: fixture.who)
        }
        #expect(try await fixture.store.newestPackages(2) == digests("cb"))
        #expect(try await fixture.store.newestPackages(9) == digests("cba"))
    }

    @Test(arguments: StoreKind.allCases)
    func `A blob that is being deleted can't be needed before it has gone, or the deletion has ended`(
        _ kind: StoreKind
    ) async throws {
        let (fixture, _) = try await catalog(kind)
        let (store, blobs) = (fixture.store, try digests("bc"))
        let (collector, publisher) = (BlobHolder(), BlobHolder())
        #expect(try await store.beginDeletion(of: digests("b"), by: collector, for: minute) == digests("b"))
        #expect(try await store.need(Set(blobs), by: publisher, for: minute) == false)
        // Nothing was noted of the other blob.
        #expect(try await store.beginDeletion(of: blobs, by: collector, for: minute) == digests("c"))
        try await store.release(collector)
        #expect(try await store.need(Set(blobs), by: publisher, for: minute))
        #expect(try await store.beginDeletion(of: blobs, by: collector, for: minute) == [])
        let dead = try digests("d")
        #expect(try await store.beginDeletion(of: dead, by: collector, for: .zero) == dead)
        #expect(try await store.need(Set(dead), by: publisher, for: minute))
    }

    @Test(arguments: StoreKind.allCases)
    func `A claim on a blob that was made while the clock was a year ahead has ended`(_ kind: StoreKind) async throws {
        let (fixture, _) = try await catalog(kind)
        let (store, going, needed) = (fixture.store, try digests("b"), try digests("c"))
        #expect(try await store.beginDeletion(of: going, by: BlobHolder(), for: minute) == going)
        #expect(try await store.need(Set(needed), by: BlobHolder(), for: minute))
        #expect(try await store.need(Set(going), by: BlobHolder(), for: minute) == false)
        #expect(try await store.unneeded(among: needed) == [])
        let publisher = BlobHolder()
        try await store.execute("UPDATE blobHold SET ends = ends + 31536000000")
        #expect(try await store.need(Set(going), by: publisher, for: minute))
        #expect(try await store.unneeded(among: going + needed) == needed)
        try await store.release(BlobHolder())
        #expect(try await store.execute("DELETE FROM blobHold WHERE holder = '\(publisher)'") == 1)
        #expect(try await store.execute("DELETE FROM blobHold WHERE holder <> '\(publisher)'") == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `A holder that needs a blob for too long loses it only if somebody deletes it, and then can't publish`(
        _ kind: StoreKind
    ) async throws {
        let (fixture, _) = try await catalog(kind)
        let (store, slow, dead) = (fixture.store, BlobHolder(), BlobHolder())
        let contents = try ["2", "3"].map { try StoreFixture.contents(version: $0, digest: $0.first ?? "0") }
        for (holder, contents) in zip([slow, dead], contents) {
            #expect(try await store.need([contents.digest, contents.icon.digest], by: holder, for: .zero))
        }
        let collector = BlobHolder()
        let going = [contents[1].digest]
        #expect(try await store.beginDeletion(of: going, by: collector, for: minute) == going)
        let late = try await store.publish(contents[0], terms: StoreFixture.terms, by: fixture.who, holding: slow)
        #expect(!late.existed)
        await #expect(throws: LostHold.self) {
            _ = try await store.publish(contents[1], terms: StoreFixture.terms, by: fixture.who, holding: dead)
        }
        #expect(try await store.releases().map(\.contents.digest) == [StoreFixture.digestOf("a"), contents[0].digest])
        try await store.extend(slow, for: minute)
        try await store.release(dead)
    }

    @Test(arguments: StoreKind.allCases)
    func `Publishing runs again if somebody has deleted the blobs meanwhile`(_ kind: StoreKind) async throws {
        let (fixture, _) = try await catalog(kind)
        let (store, contents) = (fixture.store, try StoreFixture.contents(version: "2", digest: "b"))
        var rounds = 0
        let published = try await BlobHolds(ledger: store).holding([contents.digest, contents.icon.digest]) { holder in
            rounds += 1
            if rounds == 1 {
                // As if this process had been stopped for long.
                try await store.extend(holder, for: .zero)
                let going = try await store.beginDeletion(of: [contents.digest], by: BlobHolder(), for: .zero)
                #expect(going == [contents.digest])
            }
            return try await store.publish(contents, terms: StoreFixture.terms, by: fixture.who, holding: holder)
        }
        #expect(rounds == 2 && !published.existed)
    }

    @Test(arguments: StoreKind.allCases)
    func `If one needs a blob and another deletes it at the same moment, one succeeds`(_ kind: StoreKind)
        async throws
    {
        let (fixture, _) = try await catalog(kind)
        let store = fixture.store
        for _ in 0..<15 {
            let blob = BlobDigest(sha256Of: SecureRandom.bytes(8))
            let holders = (0..<4).map { _ in BlobHolder() }
            let outcomes = try await withThrowingTaskGroup(of: (isNeeded: Bool, isGoing: Bool).self) { group in
                for (number, holder) in holders.enumerated() {
                    group.addTask {
                        number.isMultiple(of: 2)
                            ? (try await store.need([blob], by: holder, for: minute), false)
                            : (false, try await store.beginDeletion(of: [blob], by: holder, for: minute) == [blob])
                    }
                }
                return try await group.reduce(into: [(isNeeded: Bool, isGoing: Bool)]()) { $0.append($1) }
            }
            #expect(outcomes.count(where: \.isNeeded) == 2 || outcomes.count(where: \.isGoing) == 1)
            #expect(!(outcomes.contains(where: \.isNeeded) && outcomes.contains(where: \.isGoing)))
        }
    }
}

extension CatalogStore {
    /// Runs a statement that both databases understand.
    ///
    /// - Returns: How many rows it has changed.
    @discardableResult
    func execute(_ sql: String) async throws -> Int {
        switch self {
        case let store as SQLiteCatalogStore:
            try await store.database.write { database in
                try database.execute(sql: sql)
                return database.changesCount
            }
        case let store as PostgresCatalogStore: try await store.database.read { try $0.run(sql).changedRows }
        default: throw ServiceError.notFound
        }
    }

    /// Lets all rows about blobs end, as if their time had passed.
    func endHolds() async throws { try await execute("UPDATE blobHold SET ends = 0") }

    func setMoving(_ isMoving: Bool) async throws {
        let value = self is SQLiteCatalogStore ? "x'31'" : "'\\x31'"
        try await execute(
            isMoving ? "INSERT INTO property VALUES ('moving', \(value))" : "DELETE FROM property WHERE name = 'moving'"
        )
    }
}
