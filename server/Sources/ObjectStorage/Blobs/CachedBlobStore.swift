public import NIOCore
public import Serving
import Synchronization

/// A store with copies of its most wanted blobs on this machine's disk.
///
/// A blob is copied when it is opened for the second time. If there is no room, the copies that were opened least recently make
/// room. A copy is only used if it was whole when it was made, and the store decides alone what exists: a blob that another server
/// has deleted is found here until its copy makes room, and no database names it.
public struct CachedBlobStore: BlobStore {
    private let origin: any BlobStore
    private let copies: DiskBlobStore
    private let limit: UInt64
    private let index: Index

    /// Opens the copies, and makes the folder if there is none.
    ///
    /// - Parameters:
    ///   - folder: A folder for the copies alone.
    ///   - limit: How many bytes the copies may have together.
    public init(_ origin: any BlobStore, folder: String, limit: UInt64) throws {
        (self.origin, self.limit) = (origin, limit)
        copies = try DiskBlobStore(folder: folder)
        index = Index()
    }

    /// Which copies there are.
    private final class Index: Sendable {
        private struct State {
            /// In the order of their use, the latest last.
            var sizes: [BlobDigest: (size: UInt64, use: UInt64)] = [:]
            var total: UInt64 = 0
            var clock: UInt64 = 0
            var asked: Set<BlobDigest> = []
            var arriving: Set<BlobDigest> = []
            var isRead = false
        }

        private let state = Mutex(State())
        /// How many blobs are remembered that were opened once.
        private static let mostAsked = 10_000

        var isRead: Bool { state.withLock { $0.isRead } }

        func add(_ hash: BlobDigest, size: UInt64) {
            state.withLock { state in
                state.clock += 1
                state.total += size - (state.sizes[hash]?.size ?? 0)
                state.sizes[hash] = (size, state.clock)
            }
        }

        func setRead() { state.withLock { $0.isRead = true } }

        func remove(_ hash: BlobDigest) {
            state.withLock { state in state.total -= state.sizes.removeValue(forKey: hash)?.size ?? 0 }
        }

        /// Notes that a copy is used. - Returns: Whether there is one.
        func use(_ hash: BlobDigest) -> Bool {
            state.withLock { state in
                guard let known = state.sizes[hash] else { return false }
                state.clock += 1
                state.sizes[hash] = (known.size, state.clock)
                return true
            }
        }

        /// Notes that a blob without a copy is opened. - Returns: Whether it should be copied now.
        func shouldCopy(_ hash: BlobDigest) -> Bool {
            state.withLock { state in
                if state.asked.insert(hash).inserted {
                    if state.asked.count > Self.mostAsked { state.asked = [hash] }
                    return false
                }
                return state.arriving.insert(hash).inserted
            }
        }

        func ended(_ hash: BlobDigest) { state.withLock { _ = $0.arriving.remove(hash) } }

        /// The copies to delete so that so many bytes fit, the least recently used first.
        func victims(for size: UInt64, limit: UInt64) -> [BlobDigest] {
            state.withLock { state in
                var total = state.total
                var victims: [BlobDigest] = []
                for (hash, copy) in state.sizes.sorted(by: { $0.value.use < $1.value.use }) where total + size > limit {
                    victims.append(hash)
                    total -= copy.size
                }
                return victims
            }
        }
    }

    /// In bytes; `nil` if there is no such blob.
    public func size(of hash: BlobDigest) async throws -> UInt64? { try await origin.size(of: hash) }

    /// Opens the copy of a blob, or the blob.
    public func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? {
        if !index.isRead { try await readIndex() }
        if index.use(hash) {
            if let copy = try await copies.open(hash) { return copy }
            index.remove(hash)
        }
        let blob = try await origin.open(hash)
        if let blob, blob.size <= limit / 4, index.shouldCopy(hash) {
            Task {
                // If it fails, the blob is copied another time.
                try? await copy(hash)
                index.ended(hash)
            }
        }
        return blob
    }

    /// Finds the copies of an earlier run.
    private func readIndex() async throws {
        for byte in UInt8.min ... .max {
            for hash in try await copies.hashes(beginningWith: byte) {
                if let size = try await copies.size(of: hash) { index.add(hash, size: size) }
            }
        }
        index.setRead()
    }

    private func copy(_ hash: BlobDigest) async throws {
        guard let blob = try await origin.open(hash) else { return }
        for victim in index.victims(for: blob.size, limit: limit) {
            _ = try await copies.delete(victim)
            index.remove(victim)
        }
        let kept = try await copies.put(BlobBytes(blob), limit: blob.size)
        guard kept.hash == hash else {
            _ = try await copies.delete(kept.hash)
            return
        }
        index.add(hash, size: kept.size)
    }

    /// Keeps arriving bytes.
    public func put<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, limit: UInt64, expecting expected: BlobDigest?
    ) async throws -> StoredBlob where Bytes.Element == ByteBuffer {
        try await origin.put(bytes, limit: limit, expecting: expected)
    }

    /// Keeps a file.
    public func put(file path: String, as hash: BlobDigest) async throws { try await origin.put(file: path, as: hash) }

    /// Deletes a blob and its copy.
    public func delete(_ hash: BlobDigest) async throws -> Bool {
        index.remove(hash)
        _ = try await copies.delete(hash)
        return try await origin.delete(hash)
    }

    /// In order.
    public func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest] {
        try await origin.hashes(beginningWith: byte)
    }
}
