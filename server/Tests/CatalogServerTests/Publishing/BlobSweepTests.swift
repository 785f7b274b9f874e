import AppCatalog
import AppGroup
import Foundation
import NIOCore
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The deletion of unused blobs", .timeLimit(.minutes(20)))
struct BlobSweepTests {
    private let files: TemporaryFolder
    private let catalog: ScratchCatalog
    private let blobs: any BlobStore
    private let checker = PackageChecker()

    init() throws {
        files = try TemporaryFolder()
        catalog = try ScratchCatalog(group: "org.example.family" as AppGroup.GroupID)
        blobs = try DiskBlobStore(folder: "\(catalog.folder)/blobs")
    }

    private func publish(_ package: SamplePackage, keep: Int? = nil) async throws -> Publication {
        let publisher = Publisher(store: catalog.store, blobs: blobs, checker: checker, keep: keep)
        return try await publisher.publish(
            file: package.path, as: package.hash, terms: StoreFixture.terms, by: ScratchCatalog.who)
    }

    private var sweep: BlobSweep {
        BlobSweep(ledger: catalog.store, blobs: blobs, place: "\(catalog.folder)/blobs", terms: .patient)
    }

    @Test func `A sweep deletes exactly the blobs that no release names`() async throws {
        let (kept, removed) = (try SamplePackage("1", in: files), try SamplePackage("2", in: files))
        for package in [kept, removed] { _ = try await publish(package) }
        let stray = try await blobs.put(OneBuffer(ByteBuffer(string: "stray")), limit: 10)
        let release = try #require(try await catalog.store.release(of: "org.example.rooms", digest: removed.hash))
        try await catalog.store.removeRelease(release.id, by: ScratchCatalog.who)
        #expect(try await sweep.run() == 2)
        #expect(try await blobs.size(of: removed.hash) == nil)
        #expect(try await blobs.size(of: stray.hash) == nil)
        // Both releases have the same icon.
        for hash in [kept.hash, release.contents.icon.digest] { #expect(try await blobs.size(of: hash) != nil) }
        #expect(try await sweep.run() == 0)
        await checker.shutDown()
    }

    @Test func `A sweep goes through more blobs than it asks about at once`() async throws {
        _ = try await publish(try SamplePackage("1", in: files))
        let folder = "\(catalog.folder)/blobs/07"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<150 {
            let name = "07" + String(repeating: "0", count: 59) + String(1000 + number).suffix(3)
            try Data().write(to: URL(filePath: "\(folder)/\(name)"))
        }
        #expect(try await sweep.run() == 150)
        await checker.shutDown()
    }

    @Test func `A sweep goes on past a blob that can't be deleted, and fails at its end`() async throws {
        _ = try await publish(try SamplePackage("1", in: files))
        let names = ["07", "f7"].map { $0 + String(repeating: "0", count: 62) }
        for name in names {
            try FileManager.default.createDirectory(
                atPath: "\(catalog.folder)/blobs/\(name.prefix(2))", withIntermediateDirectories: true)
        }
        try FileManager.default.createDirectory(
            atPath: "\(catalog.folder)/blobs/07/\(names[0])/in the way", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(catalog.folder)/blobs/f7/\(names[1])"))
        await #expect(throws: (any Error).self) { try await sweep.run() }
        #expect(try await blobs.size(of: try #require(BlobDigest(names[1]))) == nil)
        await checker.shutDown()
    }

    @Test func `The command deletes the unused blobs and says how many there were`() async throws {
        _ = try await publish(try SamplePackage("1", in: files))
        _ = try await blobs.put(OneBuffer(ByteBuffer(string: "stray")), limit: 10)
        func clean() async throws -> Finished {
            try await Finished.run([ServerProcess.program, "package", "clean", "--data", catalog.folder])
        }
        // A command that this machine delays for ten seconds leaves the file to the next one.
        let isRemoved = try await comesTrue {
            try await clean().errors.contains("Removed 1 file that no release needs.")
        }
        #expect(isRemoved)
        let again = try await clean()
        #expect(again.status == 0 && again.errors.contains("Removed 0 files that no release needs."), "\(again)")
        await checker.shutDown()
    }

    @Test func `Nothing is deleted from a place that has none of the newest packages of the catalog`() async throws {
        _ = try await publish(try SamplePackage("1", in: files))
        let elsewhere = try DiskBlobStore(folder: "\(files.path)/elsewhere")
        let foreign = try await elsewhere.put(OneBuffer(ByteBuffer(string: "of another catalog")), limit: 20).hash
        let sweep = BlobSweep(ledger: catalog.store, blobs: elsewhere, place: "elsewhere", terms: .patient)
        await expect(.configuration) { try await sweep.run() }
        await expect(.configuration) { try await sweep.delete([foreign]) }
        #expect(try await elsewhere.size(of: foreign) != nil)
        let refused = try await Finished.run([
            ServerProcess.program, "package", "clean", "--data", catalog.folder, "--blobs", "\(files.path)/elsewhere",
        ])
        #expect(refused.status == 78 && refused.errors.contains("None of the newest packages"), "\(refused)")
        #expect(try await elsewhere.size(of: foreign) != nil)

        // As if all files had been lost, and one was published again.
        let second = try SamplePackage("2", in: files)
        _ = try await publish(second)
        try await elsewhere.put(file: second.path, as: second.hash)
        #expect(try await sweep.run() == 1)
        #expect(try await elsewhere.size(of: foreign) == nil)
        await checker.shutDown()
    }

    /// A store that counts the questions for a size.
    private struct CountingBlobs: ForwardingBlobStore {
        let origin: DiskBlobStore
        let questions = Guarded(0)

        func size(of hash: BlobDigest) async throws -> UInt64? {
            questions.withLock { $0 += 1 }
            return try await origin.size(of: hash)
        }
    }

    @Test(arguments: [true, false])
    func `A sweep asks only once whether its place is that of the catalog, and ends if it is not`(isRight: Bool)
        async throws
    {
        _ = try await publish(try SamplePackage("1", in: files))
        let folder = isRight ? "\(catalog.folder)/blobs" : "\(files.path)/elsewhere"
        let counting = CountingBlobs(origin: try DiskBlobStore(folder: folder))
        // Their digests begin with different bytes, so each is in a batch of its own.
        for text in ["one", "two", "three"] {
            _ = try await counting.put(OneBuffer(ByteBuffer(string: text)), limit: 10, expecting: nil)
        }
        let sweep = BlobSweep(ledger: catalog.store, blobs: counting, place: folder, terms: .patient)
        if isRight {
            #expect(try await sweep.run() == 3)
        } else {
            await expect(.configuration) { try await sweep.run() }
        }
        #expect(counting.questions.value == 1)
        await checker.shutDown()
    }

    @Test func `A limit on kept releases leaves only the newest ones and their blobs`() async throws {
        for version in ["1.9", "1.10", "1.2", "2.0"] {
            _ = try await publish(try SamplePackage(version, in: files), keep: 2)
        }
        let versions = try await catalog.store.releases().compactMap { $0.contents.version?.description }
        #expect(versions.sorted() == ["1.10", "2.0"])
        #expect(try await sweep.run() == 2)
        await checker.shutDown()
    }

    @Test func `A blob that can't be deleted in time stays marked, and the others are left alone`() async throws {
        _ = try await publish(try SamplePackage("1", in: files))
        let strays = try await ["one", "two"].asyncMap { text in
            try await blobs.put(OneBuffer(ByteBuffer(string: text)), limit: 10).hash
        }
        var hasty = sweep
        hasty.terms.deleting = .zero
        #expect(try await hasty.delete(strays) == 0)
        for stray in strays { #expect(try await blobs.size(of: stray) != nil) }
        #expect(try await catalog.store.need(Set(strays), by: BlobHolder(), for: .seconds(60)))
        await checker.shutDown()
    }
}

extension BlobTerms {
    /// So long that nothing ends while a busy machine stops a test.
    static var patient: BlobTerms {
        BlobTerms(need: .seconds(3600), deletion: .seconds(3600), deleting: .seconds(1800), patience: .seconds(600))
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
