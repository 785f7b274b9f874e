import AppGroupPlatform
import Foundation
import NIOCore
import ServerTestSupport
import TestSupport
import Testing

@testable import Serving

@Suite("The blob store on disk")
struct DiskBlobStoreTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("The blob store makes files and folders that other users can't read")
    func isPrivate() async throws {
        let store = try DiskBlobStore(folder: "\(folder.path)/blobs")
        try await store.withoutCollection {
            _ = try await store.put(ArrivingBytes(pieces: [ByteBuffer(string: "abc")]), limit: 3)
        }
        let files = try folder.files()
        #expect(files.count == 2 && files.values.allSatisfy { $0 == 0o600 }, "\(files)")
        let permissions = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/blobs")[.posixPermissions]
        #expect(permissions as? Int == 0o700)
    }

    @Test("The blob store clears the leftovers of a killed process and keeps what a running one is writing")
    func clearsLeftovers() throws {
        _ = try DiskBlobStore(folder: "\(folder.path)/blobs")
        _ = try folder.write("blobs/new/left", [1])
        let living = try OpenFile(writing: "\(folder.path)/blobs/new/living", mustBeNew: true)
        #expect(try living.tryLock(.exclusive))
        _ = try DiskBlobStore(folder: "\(folder.path)/blobs")
        #expect(try folder.files().keys.sorted() == ["blobs/new/living"])
        living.unlock()
    }

    @Test("A file is left alone that has got its name after another process removed the leftover of that name")
    func leavesLaterFile() throws {
        let path = "\(folder.path)/new"
        _ = try folder.write("new/name", [1])
        let left = try OpenFile(reading: "\(path)/name")
        try FileManager.default.removeItem(atPath: "\(path)/name")
        _ = try folder.write("new/name", [2])
        try DiskBlobStore.remove("name", in: try OpenFolder(path), ifAbandoned: left)
        #expect(FileManager.default.contents(atPath: "\(path)/name") == Data([2]))
    }

    @Test(
        "A link in place of the blob store's folder, or of one in it, is refused, and nothing behind it is deleted",
        arguments: ["blobs", "blobs/new", "blobs/ba"])
    func refusesLinks(name: String) async throws {
        let victim = "\(folder.path)/victim"
        let hash = try #require(BlobDigest("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        let names = ["thesis", "new/thesis", "\(hash)", "ba/\(hash)"]
        for subfolder in ["new", "ba"] {
            try FileManager.default.createDirectory(
                atPath: "\(victim)/\(subfolder)", withIntermediateDirectories: true)
        }
        for name in names { _ = try folder.write("victim/\(name)", [1]) }
        if name != "blobs" {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/blobs", withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: victim)
        if name == "blobs/ba" {
            let store = try DiskBlobStore(folder: "\(folder.path)/blobs")
            await #expect(throws: StorageError.self) { try await store.hashes(beginningWith: 0xBA) }
            await #expect(throws: StorageError.self) { try await store.delete(hash) }
            await #expect(throws: StorageError.self) {
                _ = try await store.put(OneBuffer(ByteBuffer(string: "abc")), limit: 3)
            }
        } else {
            #expect(throws: StorageError.self) { _ = try DiskBlobStore(folder: "\(folder.path)/blobs") }
        }
        for name in names {
            #expect(try Data(contentsOf: URL(filePath: "\(victim)/\(name)")) == Data([1]), "\(name)")
        }
    }

    @Test("The blob store leaves files with other names than its own alone")
    func keepsOtherFiles() async throws {
        _ = try DiskBlobStore(folder: "\(folder.path)/blobs")
        let names = ["blobs/new/holiday.jpg", "blobs/new/My Thesis", "blobs/notes"]
        for name in names { _ = try folder.write(name, [1]) }
        _ = try DiskBlobStore(folder: "\(folder.path)/blobs")
        #expect(try folder.files().keys.sorted() == names.sorted())
    }

    @Test("Nothing is left in the folder of blobs but the file that names their owner")
    func namesOwnerAlone() async throws {
        let store = try DiskBlobStore(folder: "\(folder.path)/blobs")
        for name in ["the first", "the second"] {
            for replacing in [false, true] { try await store.setOwner(name, replacing: replacing) }
        }
        #expect(try folder.files().keys.sorted() == ["blobs/catalog-owner"])
    }

    @Test("An owner is named while other processes open the store, which clears leftovers")
    func namesOwnerDuringStarts() async throws {
        let path = "\(folder.path)/blobs"
        let store = try DiskBlobStore(folder: path)
        try await withThrowingTaskGroup { group in
            group.addTask { for number in 0..<100 { try await store.setOwner("\(number)", replacing: true) } }
            for _ in 0..<2 {
                group.addTask { for _ in 0..<200 { _ = try DiskBlobStore(folder: path) } }
            }
            try await group.waitForAll()
        }
        #expect(try await store.owner() == "99")
    }

    @Test("The blob store takes a file from another file system if it has the bytes of its hash")
    func copiesFile() async throws {
        let memory = ProcessInfo.processInfo.environment["TEST_MEMORY"] ?? "/dev/shm"
        try #require(FileManager.default.fileExists(atPath: memory))
        let other = "\(memory)/catalog-test-\(UUID().uuidString)"
        try Data("abc".utf8).write(to: URL(filePath: other))
        defer { try? FileManager.default.removeItem(atPath: other) }
        let store = try DiskBlobStore(folder: "\(folder.path)/blobs")
        let hash = try #require(BlobDigest("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        try await store.put(file: other, as: hash)
        #expect(try await store.size(of: hash) == 3)
        await expect(.hashMismatch) { try await store.put(file: other, as: BlobDigest(sha256Of: [1])) }
        #expect(try folder.files().count == 1)
    }

    @Test("Processes that keep blobs in a folder run side by side, and collecting waits for all of them")
    func keepsCollectionApart() async throws {
        let (one, other) = (
            try DiskBlobStore(folder: "\(folder.path)/blobs", patience: .seconds(240)),
            try DiskBlobStore(folder: "\(folder.path)/blobs", patience: .seconds(240))
        )
        let log = AsyncStream.makeStream(of: String.self)
        let collecting = try await one.withoutCollection {
            try await other.withoutCollection { _ = log.continuation.yield("both publish") }
            let collecting = Task {
                try await other.duringCollection { _ = log.continuation.yield("collects") }
            }
            try await Task.sleep(for: .milliseconds(100))
            log.continuation.yield("published")
            return collecting
        }
        try await collecting.value
        log.continuation.finish()
        #expect(await log.stream.reduce(into: []) { $0.append($1) } == ["both publish", "published", "collects"])
    }

    @Test("Blobs can be stored while other processes open the store, which clears leftovers")
    func storesDuringStarts() async throws {
        let path = "\(folder.path)/blobs"
        let store = try DiskBlobStore(folder: path)
        try await withThrowingTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<25 {
                        _ = try await store.put(OneBuffer(ByteBuffer(string: "\(writer) \(number)")), limit: 10)
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask { for _ in 0..<200 { _ = try DiskBlobStore(folder: path) } }
            }
            try await group.waitForAll()
        }
        #expect(try folder.files().keys.count { $0.hasPrefix("blobs/") } == 100)
    }

    @Test("Collecting leaves blobs for the next run if somebody is storing one")
    func skipsBusy() async throws {
        let store = try DiskBlobStore(folder: "\(folder.path)/blobs", patience: .zero)
        for text in ["one", "two", "three"] {
            _ = try await store.put(OneBuffer(ByteBuffer(string: text)), limit: 10)
        }
        let collector = BlobCollector(blobs: store) { _ in false }
        #expect(try await store.withoutCollection { try await collector.collect() } == 0)
        #expect(try await collector.collect() == 3)
    }
}
