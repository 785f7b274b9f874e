import NIOCore
import ObjectStorage
import ServerTestSupport
import TestSupport
import Testing

@testable import Serving

/// What every implementation of ``BlobStore`` must do. A new implementation is added to ``Kind``.
@Suite("The implementations of the blob store", .serialized)
struct BlobStoreTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case disk, seaweed, rclone, cached

        var testDescription: String { rawValue }

        func make(in folder: TemporaryFolder) async throws -> any BlobStore {
            switch self {
            case .disk: try DiskBlobStore(folder: "\(folder.path)/blobs", patience: .seconds(240))
            case .seaweed: try bucket(try await S3Server.seaweed.value, folder)
            case .rclone: try bucket(try await S3Server.rclone.value, folder)
            case .cached:
                try CachedBlobStore(
                    try bucket(try await S3Server.seaweed.value, folder), folder: "\(folder.path)/cache", limit: 1 << 30
                )
            }
        }

        /// A store with a part of the bucket that belongs to the test's folder alone.
        private func bucket(_ server: S3Server, _ folder: TemporaryFolder) throws -> ObjectBlobStore {
            let name = folder.path.split(separator: "/").last ?? ""
            var settings = ObjectSettings(
                place: try ObjectPlace("s3://\(S3Server.bucket)/\(name)"), environment: S3Server.environment)
            settings.endpoint = server.url
            return try ObjectBlobStore(settings, scratch: "\(folder.path)/scratch")
        }

        /// Replaces the bytes of a blob, as a failing disk might.
        func damage(_ hash: BlobDigest, in folder: TemporaryFolder) async throws {
            guard self != .disk else {
                let name = try #require(try folder.files().keys.first { $0.hasSuffix("\(hash)") })
                _ = try folder.write(name, [0])
                return
            }
            let server = try await (self == .rclone ? S3Server.rclone : S3Server.seaweed).value
            let place = folder.path.split(separator: "/").last ?? ""
            let key = "\(place)/\(hash.description.prefix(2))/\(hash)"
            let _: Bool = try await server.boto3(
                "s3.put_object(Bucket=bucket, Key=given, Body=b'another p'); answer = True", given: key)
        }
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func contents(_ store: any BlobStore, _ hash: BlobDigest) async throws -> [UInt8]? {
        guard let blob = try await store.open(hash) else { return nil }
        return Array(buffer: try await blob.read(from: 0, count: Int(blob.size)))
    }

    @Test("Bytes that arrive in pieces of any size are stored under their SHA-256", arguments: Kind.allCases)
    func keepsBytes(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        var random = RandomSource(seed: 1)
        let sizes = [0, 1, 1000, 256 << 10, 700_001]
        for (size, longest) in sizes.flatMap({ size in [70_000, 256 << 10, 700_001].map { (size, $0) } }) {
            let bytes = random.bytes(size)
            let pieces = bytes.pieces(using: &random, atMost: longest)
            let blob = try await store.put(ArrivingBytes(pieces: pieces), limit: UInt64(size))
            let hash = BlobDigest(sha256Of: bytes)
            #expect(blob == StoredBlob(hash: hash, size: UInt64(size)))
            #expect(try await store.size(of: hash) == UInt64(size))
            #expect(try await contents(store, hash) == bytes)
        }
    }

    @Test("Bytes that are not the expected ones are not kept", arguments: Kind.allCases)
    func refusesOtherBytes(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        let (bytes, other) = (ByteBuffer(string: "one"), BlobDigest(sha256Of: Array("two".utf8)))
        let hash = BlobDigest(sha256Of: Array("one".utf8))
        await #expect {
            try await store.put(OneBuffer(bytes), limit: 10, expecting: other)
        } throws: {
            ($0 as? ServiceError)?.code == .hashMismatch
        }
        #expect(try await store.size(of: hash) == nil)
        #expect(try await store.size(of: other) == nil)
        #expect(try await store.put(OneBuffer(bytes), limit: 10, expecting: hash).hash == hash)
    }

    @Test("Any part of a blob can be read, and reads stop at its end", arguments: Kind.allCases)
    func readsParts(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        var random = RandomSource(seed: 2)
        let bytes = random.bytes(100_000)
        let stored = try await store.put(ArrivingBytes(pieces: [ByteBuffer(bytes: bytes)]), limit: 1 << 20)
        let blob = try #require(try await store.open(stored.hash))
        #expect(blob.size == 100_000)
        for _ in 0..<50 {
            let (offset, count) = (random.below(110_000), random.below(60_000))
            let part = try await blob.read(from: UInt64(offset), count: count)
            #expect(Array(buffer: part) == Array(bytes.dropFirst(offset).prefix(count)))
        }
        #expect(try await blob.read(from: .max, count: 5).readableBytes == 0)
    }

    @Test("A store names one owner, and another one only if that is to replace it", arguments: Kind.allCases)
    func namesOwner(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        #expect(try await store.owner() == nil)
        try await store.setOwner("the first", replacing: false)
        #expect(try await store.owner() == "the first")
        // This server replaces objects although it is told not to.
        if kind != .rclone {
            try await store.setOwner("the second", replacing: false)
            #expect(try await store.owner() == "the first")
        }
        try await store.setOwner("the second", replacing: true)
        #expect(try await store.owner() == "the second")
        // As an editor writes it.
        try await store.setOwner("the second\n", replacing: true)
        #expect(try await store.owner() == "the second")
        // Nobody could name another one if it could not be read.
        if kind == .seaweed || kind == .rclone {
            let server = try await (kind == .rclone ? S3Server.rclone : S3Server.seaweed).value
            let place = folder.path.split(separator: "/").last ?? ""
            let _: Bool = try await server.boto3(
                "s3.put_object(Bucket=bucket, Key=given, Body=b''); answer = True", given: "\(place)/catalog-owner")
            #expect(try await store.owner() == "")
        }
        #expect(try await store.isEmpty())
        _ = try await store.put(OneBuffer(ByteBuffer(string: "a package")), limit: 100)
        #expect(try await !store.isEmpty())
    }

    @Test("A blob that was never stored is not found", arguments: Kind.allCases)
    func hasNothingElse(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        let hash = BlobDigest(sha256Of: [1])
        #expect(try await store.size(of: hash) == nil)
        #expect(try await store.open(hash) == nil)
        #expect(try await !store.delete(hash))
    }

    @Test("A blob that is too long or cut off leaves nothing behind", arguments: Kind.allCases)
    func keepsNothingHalf(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        let piece = ByteBuffer(repeating: 7, count: 300_000)
        let error = await #expect(throws: ServiceError.self) {
            try await store.put(ArrivingBytes(pieces: [piece, piece]), limit: 599_999)
        }
        #expect(error?.code == .tooLarge)
        await #expect(throws: ArrivingBytes.CutOff.self) {
            try await store.put(ArrivingBytes(pieces: [piece, piece], isCutOff: true), limit: 1 << 20)
        }
        #expect(try folder.files().keys.allSatisfy { $0.hasSuffix("lock") })
        for byte in UInt8.min ... .max { #expect(try await store.hashes(beginningWith: byte).isEmpty) }
    }

    @Test("A stored file stays where it is, and its blob does not depend on it", arguments: Kind.allCases)
    func takesFile(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        let bytes = Array("a package".utf8)
        let hash = BlobDigest(sha256Of: bytes)
        let file = try folder.write("upload", bytes)
        for _ in 0..<2 { try await store.put(file: file, as: hash) }
        #expect(try await contents(store, hash) == bytes)
        #expect(try folder.files().keys.contains("upload"))
        try folder.remove("upload")
        #expect(try await contents(store, hash) == bytes)
    }

    @Test("Storing a damaged blob again repairs it", arguments: Kind.allCases)
    func replacesDamaged(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        let bytes = Array("a package".utf8)
        let blob = try await store.put(ArrivingBytes(pieces: [ByteBuffer(bytes: bytes)]), limit: 100)
        try await kind.damage(blob.hash, in: folder)
        try await store.put(file: try folder.write("upload", bytes), as: blob.hash)
        #expect(try await contents(store, blob.hash) == bytes)
    }

    @Test("A deleted blob can still be read by those who have it open", arguments: Kind.allCases)
    func deletes(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        let stored = try await store.put(ArrivingBytes(pieces: [ByteBuffer(string: "abc")]), limit: 100)
        let open = try #require(try await store.open(stored.hash))
        #expect(try await store.delete(stored.hash))
        #expect(try await !store.delete(stored.hash))
        #expect(try await store.open(stored.hash) == nil)
        #expect(String(buffer: try await open.read(from: 0, count: 10)) == "abc")
    }

    @Test("Every stored blob is listed once", arguments: Kind.allCases)
    func lists(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        var stored: Set<BlobDigest> = []
        for number in UInt8.min..<30 {
            let bytes = ArrivingBytes(pieces: [ByteBuffer(bytes: [number])])
            for _ in 0..<2 { stored.insert(try await store.put(bytes, limit: 1).hash) }
        }
        var listed: [BlobDigest] = []
        for byte in UInt8.min ... .max { listed += try await store.hashes(beginningWith: byte) }
        #expect(Set(listed) == stored && listed.count == 30)
    }

    @Test("Storing the same bytes several times at once leaves one blob", arguments: Kind.allCases)
    func takesTheSameAtOnce(kind: Kind) async throws {
        let store = try await kind.make(in: folder)
        var random = RandomSource(seed: 3)
        let bytes = random.bytes(500_000)
        let pieces = bytes.pieces(using: &random, atMost: 50_000)
        let hashes = try await withThrowingTaskGroup(of: BlobDigest.self) { group in
            for _ in 0..<8 { group.addTask { try await store.put(ArrivingBytes(pieces: pieces), limit: 1 << 20).hash } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let hash = try #require(hashes.first)
        #expect(hashes.count == 1)
        #expect(try await contents(store, hash) == bytes)
        let first = try #require(hash.bytes.first)
        #expect(try await store.hashes(beginningWith: first) == [hash])
    }
}
