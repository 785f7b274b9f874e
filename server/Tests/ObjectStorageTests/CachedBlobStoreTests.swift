import AppGroupPlatform
import Foundation
import NIOCore
import ServerTestSupport
import Serving
import Synchronization
import TestSupport
import Testing

@testable import ObjectStorage

@Suite("Copies of a bucket's blobs on this machine's disk")
struct CachedBlobStoreTests {
    /// A store that counts how often a blob is opened in it.
    private final class CountingBlobs: ForwardingBlobStore {
        let origin: DiskBlobStore
        private let opened = Mutex(0)
        private let isDown = Mutex(false)

        init(_ folder: TemporaryFolder) throws { origin = try DiskBlobStore(folder: "\(folder.path)/origin") }

        var openings: Int { opened.withLock { $0 } }
        func goDown() { isDown.withLock { $0 = true } }

        func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? {
            opened.withLock { $0 += 1 }
            if isDown.withLock({ $0 }) { throw ServiceError(.overloaded, "It is down.") }
            return try await origin.open(hash)
        }
    }

    private let folder: TemporaryFolder
    private let origin: CountingBlobs

    init() throws {
        folder = try TemporaryFolder()
        origin = try CountingBlobs(folder)
    }

    private func store(
        limit: UInt64 = 4000, spare: UInt64 = 0, interval: Duration = .seconds(60)
    ) throws -> CachedBlobStore {
        try CachedBlobStore(
            origin, folder: "\(folder.path)/cache", limit: limit, spare: spare, interval: interval)
    }

    private func put(_ number: UInt8, _ count: Int = 1000, in store: any BlobStore) async throws -> BlobDigest {
        let bytes = ByteBuffer(repeating: number, count: count)
        return try await store.put(OneBuffer(bytes), limit: UInt64(count)).hash
    }

    private func path(_ hash: BlobDigest) -> String { "\(folder.path)/cache/\(hash.description.prefix(2))/\(hash)" }
    private func isCopied(_ hash: BlobDigest) -> Bool { FileManager.default.fileExists(atPath: path(hash)) }

    private func read(_ hash: BlobDigest, from store: CachedBlobStore) async throws {
        let blob = try #require(try await store.open(hash))
        #expect(try await blob.digest() == hash)
    }

    /// Whether reading a blob leaves the store alone.
    private func comesFromDisk(_ hash: BlobDigest, _ store: CachedBlobStore) async throws -> Bool {
        let before = origin.openings
        try await read(hash, from: store)
        return origin.openings == before
    }

    /// Reads a blob until it comes from the disk.
    private func heat(_ hash: BlobDigest, in store: CachedBlobStore) async throws {
        #expect(try await comesTrue { try await comesFromDisk(hash, store) })
    }

    @Test("A blob is copied when it is opened for the second time, and then comes from the disk")
    func copiesWanted() async throws {
        let store = try store()
        let (hash, other) = (try await put(1, in: store), try await put(2, in: store))
        for each in [hash, other] { #expect(try await !comesFromDisk(each, store)) }
        #expect(!isCopied(hash))
        try await heat(hash, in: store)
        #expect(isCopied(hash) && !isCopied(other))
        origin.goDown()
        try await read(hash, from: store)
    }

    @Test("The copies that were used least recently make room, and the limit holds")
    func makesRoom() async throws {
        let store = try store(limit: 4000)
        var hashes: [BlobDigest] = []
        for number in UInt8(1)...4 { hashes.append(try await put(number, in: store)) }
        for hash in hashes { try await heat(hash, in: store) }
        #expect(hashes.allSatisfy(isCopied))
        try await read(hashes[0], from: store)
        let new = try await put(5, in: store)
        try await heat(new, in: store)
        #expect(isCopied(hashes[0]) && !isCopied(hashes[1]) && isCopied(hashes[2]) && isCopied(new))
        let sizes = try folder.files().keys.filter { $0.hasPrefix("cache/") }.map {
            try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\($0)")[.size] as? UInt64 ?? 0
        }
        #expect(sizes.reduce(0, +) <= 4000)
    }

    @Test("A blob of more than a quarter of the limit is not copied")
    func leavesLarge() async throws {
        let store = try store(limit: 4000)
        let (large, small) = (try await put(1, 1001, in: store), try await put(2, in: store))
        for _ in 0..<3 { #expect(try await !comesFromDisk(large, store)) }
        try await heat(small, in: store)
        #expect(!isCopied(large))
    }

    @Test("A copy that was damaged while the server runs, or before it starts, is never sent, and is made again")
    func dropsDamaged() async throws {
        var store = try store()
        let hash = try await put(1, in: store)
        try await heat(hash, in: store)
        for (restarts, bytes) in [
            (false, [UInt8](repeating: 9, count: 1000)), (true, .init(repeating: 8, count: 1000)), (true, [7]),
        ] {
            try Data(bytes).write(to: URL(filePath: path(hash)))
            if restarts { store = try self.store() }
            try await heat(hash, in: store)
        }
    }

    @Test("A copy that is cut off while it is read is continued from the store")
    func continuesFromStore() async throws {
        let store = try store(limit: 4 << 20)
        let hash = try await put(1, 1 << 20, in: store)
        try await heat(hash, in: store)
        let blob = try #require(try await store.open(hash))
        await blob.prepare(0..<blob.size)
        var bytes = try await blob.read(from: 0, count: 1000)
        try FileHandle(forWritingTo: URL(filePath: path(hash))).truncate(atOffset: 2000)
        while bytes.readableBytes < 1 << 20 {
            bytes.writeImmutableBuffer(try await blob.read(from: UInt64(bytes.readableBytes), count: 100_000))
        }
        #expect(BlobDigest(sha256Of: Array(buffer: bytes)) == hash)
    }

    @Test("Copies of an earlier run are compared with their names before they are used")
    func checksEarlier() async throws {
        let hash = try await put(1, in: origin)
        try await heat(hash, in: try store())
        let next = try store()
        #expect(try await !comesFromDisk(hash, next))
        try await heat(hash, in: next)
    }

    @Test("Publishing and deleting a blob drop its copy")
    func dropsReplaced() async throws {
        let store = try store()
        let hash = try await put(1, in: store)
        try await heat(hash, in: store)
        let file = try folder.write("upload", [UInt8](repeating: 1, count: 1000))
        try await store.put(file: file, as: hash)
        #expect(!isCopied(hash))
        try await heat(hash, in: store)
        #expect(try await store.delete(hash))
        #expect(try await store.open(hash) == nil)
        #expect(!isCopied(hash))
    }

    @Test("Two processes share one folder of copies, and its limit")
    func sharesFolder() async throws {
        let (one, other) = (try store(interval: .zero), try store(interval: .zero))
        var hashes: [BlobDigest] = []
        for number in UInt8(1)...8 {
            let hash = try await put(number, in: origin)
            hashes.append(hash)
            try await heat(hash, in: number % 2 == 0 ? one : other)
            #expect(hashes.count(where: isCopied) <= 4)
        }
        #expect(isCopied(hashes[7]))
        // Each reads what the other has copied, and what it has deleted.
        for hash in hashes { for store in [one, other] { try await read(hash, from: store) } }
        try await withThrowingTaskGroup { group in
            for (index, hash) in (hashes + hashes + hashes).enumerated() {
                group.addTask { try await read(hash, from: index % 2 == 0 ? one : other) }
            }
            try await group.waitForAll()
        }
    }

    @Test("If nothing can be copied, blobs are still sent from the store", arguments: ["no folder", "full disk"])
    func servesWithoutCopies(reason: String) async throws {
        let (hash, earlier) = (try await put(1, in: origin), try await put(2, in: origin))
        try await heat(earlier, in: try store())
        // More room than any disk has.
        let store = try store(spare: reason == "full disk" ? .max / 2 : 0)
        // Nothing is copied before the store knows its copies.
        try await heat(earlier, in: store)
        if reason == "no folder" {
            try folder.remove("cache")
            _ = try folder.write("cache", [])
        }
        let before = origin.openings
        for _ in 0..<5 { #expect(try await !comesFromDisk(hash, store)) }
        #expect(!isCopied(hash))
        // What failed is not tried with every opening: that would read the blob twice.
        #expect(origin.openings <= before + 7)
    }

    @Test("Many requests at a start, and many new copies, read the folder of copies once")
    func readsOnce() async throws {
        let index = CacheIndex(interval: .seconds(600))
        func readers() async -> Int {
            await withTaskGroup { group in
                for _ in 0..<50 { group.addTask { index.beginReading() } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(await readers() == 1)
        #expect(!index.isRead)
        index.endReading([:])
        #expect(index.isRead)
        #expect(await readers() == 0)
        let other = CacheIndex(interval: .zero)
        for _ in 0..<2 {
            #expect(other.beginReading() && !other.beginReading())
            other.endReading(nil)
        }
        #expect(!other.isRead)
    }

    @Test("A copy that is made while the folder is read is not forgotten, and one that has been deleted is")
    func keepsNewer() throws {
        let index = CacheIndex(interval: .zero)
        let (old, new) = (BlobDigest(sha256Of: [1]), BlobDigest(sha256Of: [2]))
        let stamp = CacheIndex.Stamp(try Files.status(folder.write("copy", [1])))
        index.add(old, stamp)
        #expect(index.beginReading())
        index.add(new, stamp)
        index.endReading([:])
        #expect(index.use(old) == nil && index.use(new) != nil)
    }
}
