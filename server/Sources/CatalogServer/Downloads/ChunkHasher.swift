import AppGroupCrypto
import NIOCore
import Serving
import Synchronization

/// Computes ``ChunkHashes`` on the first request, and remembers them: blobs never change.
final class ChunkHasher: Sendable {
    private let blobs: any BlobStore
    private let known = Mutex(Known())
    /// How many packages' hashes are remembered.
    private let capacity: Int

    private struct Known {
        var tasks: [BlobDigest: Task<ChunkHashes?, any Error>] = [:]
        /// The least recently requested one comes first.
        var order: [BlobDigest] = []
    }

    init(blobs: any BlobStore, capacity: Int = 256) {
        self.blobs = blobs
        self.capacity = capacity
    }

    /// The hashes of a blob's pieces; `nil` if there is no such blob. Simultaneous requests share one computation.
    func hashes(of hash: BlobDigest) async throws -> ChunkHashes? {
        let task = known.withLock { known in
            known.order.removeAll { $0 == hash }
            known.order.append(hash)
            if let task = known.tasks[hash] { return task }
            if known.order.count > capacity { known.tasks[known.order.removeFirst()] = nil }
            let task = Task { [blobs] in try await Self.compute(hash, in: blobs) }
            known.tasks[hash] = task
            return task
        }
        let result = await task.result
        if case .success(.some) = result {} else { known.withLock { $0.tasks[hash] = nil } }
        return try result.get()
    }

    private static func compute(_ hash: BlobDigest, in blobs: any BlobStore) async throws -> ChunkHashes? {
        guard let blob = try await blobs.open(hash) else { return nil }
        var hashes: [BlobDigest] = []
        var chunk = try SHA256Hasher()
        var offset: UInt64 = 0
        var inChunk = 0
        while offset < blob.size {
            let piece = try await blob.read(from: offset, count: min(1 << 20, ChunkHashes.chunkSize - inChunk))
            guard piece.readableBytes > 0 else {
                throw ServiceError(
                    .inputOutput, "The package \(hash) became shorter while it was being read; publish it again.")
            }
            piece.withUnsafeReadableBytes { chunk.update($0) }
            offset += UInt64(piece.readableBytes)
            inChunk += piece.readableBytes
            if inChunk == ChunkHashes.chunkSize || offset == blob.size {
                hashes.append(BlobDigest(bytes: try chunk.digest()))
                (chunk, inChunk) = (try SHA256Hasher(), 0)
            }
        }
        return ChunkHashes(hashes: hashes)
    }
}

/// The SHA-256 of each piece of a package's file. iOS uses them to check a download (`sha256-size` and `sha256s` in the manifest),
/// and downloads only damaged pieces again.
struct ChunkHashes: Hashable, Sendable {
    /// The size of each piece but the last: 10 MiB.
    static let chunkSize = 10 << 20

    let hashes: [BlobDigest]
}
