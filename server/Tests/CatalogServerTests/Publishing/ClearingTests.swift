import AppCatalog
import AppGroup
import Foundation
import NIOCore
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Publishing beside another process that deletes unused blobs", .timeLimit(.minutes(20)))
struct ClearingTests {
    /// A catalog and its blobs, which several processes open.
    private struct Side: Sendable {
        let store: any CatalogStore
        let blobs: DiskBlobStore

        init(_ place: String, _ folder: String) async throws {
            store = try await SharedPlace.open(place)
            blobs = try DiskBlobStore(folder: "\(folder)/blobs")
        }

        var sweep: BlobSweep { BlobSweep(ledger: store, blobs: blobs, place: "here", terms: .patient) }

        /// Publishes a release of other blobs, without which the catalog would not delete anything.
        func publishOther() async throws {
            let contents = try StoreFixture.contents()
            try blobs.fake(contents.digest)
            _ = try await store.publish(contents, terms: StoreFixture.terms, by: ScratchCatalog.who)
        }
    }

    /// A blob store in which something happens before or after a deletion.
    private struct MeddlingBlobs: ForwardingBlobStore {
        let origin: DiskBlobStore
        var before: @Sendable () -> Void = {}
        var after: @Sendable () -> Void = {}

        func delete(_ hash: BlobDigest) async throws -> Bool {
            before()
            defer { after() }
            return try await origin.delete(hash)
        }
    }

    /// A process that runs `catalog-server package clean` again and again, until there is a file, or the tests have ended.
    private func cleaning(_ place: SharedPlace, until end: String) throws -> RunningProcess {
        let loop = "while [ ! -e \"$0\" ] && kill -0 $PPID; do \"$@\" || exit; done"
        let command = [ServerProcess.program, "package", "clean", "--data", place.folder.path]
        return try RunningProcess(
            "/bin/sh", ["-c", loop, end] + command + (place.isFile ? [] : ["--database", place.description]),
            environment: .current)
    }

    @Test(arguments: [StoreKind.sqlite, .postgres15])
    func `In 300 rounds, each release has its blobs while another process deletes whatever nothing names`(
        _ kind: StoreKind
    ) async throws {
        let place = try await SharedPlace(kind)
        defer { withExtendedLifetime(place) {} }
        let side = try await Side(place.description, place.folder.path)
        try await side.publishOther()
        let end = "\(place.folder.path)/end"
        defer { try? Data().write(to: URL(filePath: end)) }
        let cleaning = try cleaning(place, until: end)
        let checker = PackageChecker()
        let publisher = Publisher(store: side.store, blobs: side.blobs, checker: checker, keep: nil)
        // Two publish at once, packages of their own with the same icon.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<2 {
                let packages = try (0..<4).map { try SamplePackage("\(lane).\($0)", in: place.folder) }
                group.addTask {
                    for round in 0..<150 {
                        let package = packages[round % packages.count]
                        _ = try await publisher.publish(
                            file: package.path, as: package.hash, terms: StoreFixture.terms, by: ScratchCatalog.who)
                        let release = try #require(
                            try await side.store.release(of: "org.example.rooms", digest: package.hash))
                        for blob in [release.contents.digest, release.contents.icon.digest] {
                            #expect(try await side.blobs.size(of: blob) != nil, "round \(round)")
                        }
                        try await side.store.removeRelease(release.id, by: ScratchCatalog.who)
                    }
                }
            }
            try await group.waitForAll()
        }
        try Data().write(to: URL(filePath: end))
        let cleaned = try await cleaning.result()
        #expect(cleaned.ending == .exit(0), "\(cleaned.errors)")
        let counts = cleaned.errors.matches(of: /Removed (\d+) file/).compactMap { Int($0.1) }
        #expect(counts.contains { $0 > 0 }, "\(counts)")
        await checker.shutDown()
        try await side.store.close()
    }

    @Test(arguments: [StoreKind.sqlite, .postgres15, .pooledPostgres])
    func `A publisher that is killed keeps its blobs until its time is over, and then they are deleted`(
        _ kind: StoreKind
    ) async throws {
        let place = try await SharedPlace(kind)
        defer { withExtendedLifetime(place) {} }
        let side = try await Side(place.description, place.folder.path)
        try await side.publishOther()
        let bytes = "half published"
        let blob = BlobDigest(sha256Of: Array(bytes.utf8))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [place = place.description as String, folder = place.folder.path as String, bytes = bytes as String] in
            let other = try await Side(place, folder)
            let blob = BlobDigest(sha256Of: Array(bytes.utf8))
            try await BlobHolds(ledger: other.store).holding([blob]) { _ in
                _ = try await other.blobs.put(OneBuffer(ByteBuffer(string: bytes)), limit: 100)
                kill(getpid(), SIGKILL)
            }
        }
        #expect(try await side.sweep.run() == 0)
        #expect(try await side.blobs.size(of: blob) != nil)
        try await side.store.endHolds()
        #expect(try await side.sweep.run() == 1)
        #expect(try await side.blobs.size(of: blob) == nil)
        try await side.store.close()
    }

    @Test(arguments: [StoreKind.sqlite, .postgres15, .pooledPostgres], [true, false])
    func `If a process is killed while it deletes a blob, the blob can be published once its time is over`(
        _ kind: StoreKind, isBefore: Bool
    ) async throws {
        let place = try await SharedPlace(kind)
        defer { withExtendedLifetime(place) {} }
        let side = try await Side(place.description, place.folder.path)
        try await side.publishOther()
        let package = try SamplePackage(in: place.folder)
        try await side.blobs.put(file: package.path, as: package.hash)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [place = place.description as String, folder = place.folder.path as String, isBefore = isBefore as Bool] in
            let other = try await Side(place, folder)
            var blobs = MeddlingBlobs(origin: other.blobs)
            if isBefore {
                blobs.before = { kill(getpid(), SIGKILL) }
            } else {
                blobs.after = { kill(getpid(), SIGKILL) }
            }
            try await BlobSweep(ledger: other.store, blobs: blobs, place: "here", terms: .patient).run()
        }
        #expect(try await side.blobs.size(of: package.hash) == (isBefore ? UInt64(package.bytes.count) : nil))
        var terms = BlobTerms.standard
        terms.patience = .zero
        await expect(.busy) {
            try await BlobHolds(ledger: side.store, terms: terms).holding([package.hash]) { _ in }
        }
        // Another process may not delete it either.
        #expect(try await side.sweep.run() == 0)
        let checker = PackageChecker()
        let publisher = Publisher(store: side.store, blobs: side.blobs, checker: checker, keep: nil)
        async let publishing = publisher.publish(
            file: package.path, as: package.hash, terms: StoreFixture.terms, by: ScratchCatalog.who)
        try await side.store.endHolds()
        #expect(try await publishing.existed == false)
        #expect(try await side.blobs.size(of: package.hash) == UInt64(package.bytes.count))
        #expect(try await side.sweep.run() == 0)
        await checker.shutDown()
        try await side.store.close()
    }
}
