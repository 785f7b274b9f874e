import AppGroupPlatform
import Logging
public import NIOCore
public import Serving

/// A store with copies of its most wanted blobs on this machine's disk.
///
/// A blob is copied when it is opened for the second time. If there is no room, the copies that were used least recently make
/// room. What goes wrong with the copies costs time only: then blobs come from the store. A copy that an earlier run or another
/// process has made, or that was written to since, is read and compared before it is used. The store decides alone what exists: a
/// blob that another server has deleted is found here until its copy makes room, and no database names it.
public struct CachedBlobStore: BlobStore {
    private let origin: any BlobStore
    private let copies: DiskBlobStore
    private let folder: String
    private let limit: UInt64
    private let spare: UInt64
    private let index: CacheIndex
    private let logger = Logger(label: "catalog-server.cache")

    /// Opens the copies, and makes the folder if there is none.
    ///
    /// - Parameters:
    ///   - folder: A folder for the copies alone. Several processes may share it.
    ///   - limit: How many bytes the copies may have together.
    ///   - spare: How many bytes of the disk stay free.
    ///   - interval: How often the folder is read, at most, to find the copies of other processes.
    public init(
        _ origin: any BlobStore, folder: String, limit: UInt64, spare: UInt64 = 128 << 20,
        interval: Duration = .seconds(60)
    ) throws {
        (self.origin, self.folder, self.limit, self.spare) = (origin, folder, limit, spare)
        index = CacheIndex(interval: interval)
        copies = try DiskBlobStore(folder: folder)
    }

    /// In bytes; `nil` if there is no such blob.
    public func size(of hash: BlobDigest) async throws -> UInt64? { try await origin.size(of: hash) }

    /// Opens the copy of a blob, or the blob.
    public func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? {
        // Until that is done, blobs come from the store, and none is copied.
        if !index.isRead, index.beginReading() {
            Task { do { try await readFolder() } catch { report(error) } }
        }
        let known = index.use(hash)
        if let known, let copy = await opened(hash, known) { return copy }
        let blob = try await origin.open(hash)
        if known == nil, index.isRead, let blob, blob.size <= limit / UInt64(CacheIndex.mostJobs), index.isWanted(hash)
        {
            inBackground(hash, copy)
        }
        return blob
    }

    /// The copy of a blob, if it is the one that was checked.
    private func opened(_ hash: BlobDigest, _ known: CacheIndex.Copy) async -> CachedBlob? {
        guard let stamp = try? await stamp(of: hash), let copy = try? await copies.open(hash) else {
            index.remove(hash)
            return nil
        }
        guard known.isChecked, stamp == known.stamp, copy.size == stamp.size else {
            inBackground(hash, check)
            return nil
        }
        return CachedBlob(copy) { [self] in
            await forget(hash)
            return try await origin.open(hash)
        }
    }

    // MARK: - Copies

    /// Does something about one blob while its user gets it from the store.
    private func inBackground(
        _ hash: BlobDigest, _ body: @escaping @Sendable (BlobDigest) async throws -> Void
    ) {
        guard index.begin(hash) else { return }
        Task {
            do { try await body(hash) } catch { report(error) }
            index.end(hash)
        }
    }

    private func report(_ error: any Error) {
        guard index.pause() else { return }
        logger.warning(
            "Packages can't be copied to this machine's disk; they are sent from the bucket",
            metadata: ["error": "\(error)", "folder": "\(folder)"])
    }

    private func stamp(of hash: BlobDigest) async throws -> CacheIndex.Stamp? {
        let path = copies.path(of: hash)
        return try await DiskWork.run(at: path) { try Self.stamp(at: path) }
    }

    private static func stamp(at path: String) throws(SystemError) -> CacheIndex.Stamp? {
        do { return CacheIndex.Stamp(try Files.status(path)) } catch .notFound { return nil }
    }

    /// Finds the copies of an earlier run and of other processes. Call it only if ``CacheIndex/beginReading()`` returns true.
    private func readFolder() async throws {
        var found: [BlobDigest: CacheIndex.Stamp]?
        defer { index.endReading(found) }
        var stamps: [BlobDigest: CacheIndex.Stamp] = [:]
        for byte in UInt8.min ... .max {
            let hashes = try await copies.hashes(beginningWith: byte)
            // One piece of work for many files: what users wait for uses the same threads.
            let some = try await DiskWork.run(at: folder) { [copies] in
                try hashes.map { try Self.stamp(at: copies.path(of: $0)) }
            }
            for (hash, stamp) in zip(hashes, some) { stamps[hash] = stamp }
        }
        found = stamps
    }

    /// Reads a copy, and deletes it if its bytes are not those of its name.
    @Sendable private func check(_ hash: BlobDigest) async throws {
        guard let stamp = try await stamp(of: hash), let copy = try await copies.open(hash) else { return }
        if try await copy.digest() == hash, try await self.stamp(of: hash) == stamp {
            index.add(hash, stamp)
        } else {
            await forget(hash)
        }
    }

    @Sendable private func copy(_ hash: BlobDigest) async throws {
        // Another task may have copied it while this one's user got it from the store. A second copy would need room of its own.
        guard !index.has(hash), let blob = try await origin.open(hash) else { return }
        if index.beginReading() { try await readFolder() }
        for victim in index.reserve(blob.size, for: hash, limit: limit) { _ = try await copies.delete(victim) }
        let free = try await DiskWork.run(at: folder) { [folder] in try DiskSpace(at: folder).freeBytes }
        guard free >= spare, free - spare >= blob.size else {
            throw ServiceError(.noSpace, "The disk of \(folder) has too little room; make room on it.")
        }
        let kept = try await copies.put(BlobBytes(blob), limit: blob.size)
        guard kept.hash == hash, let stamp = try await stamp(of: hash) else {
            _ = try await copies.delete(kept.hash)
            throw ServiceError(.inputOutput, "The bytes of \(hash) in the bucket do not match its name.")
        }
        index.add(hash, stamp)
    }

    /// Deletes a copy, even one of another process.
    private func forget(_ hash: BlobDigest) async {
        index.remove(hash)
        do { _ = try await copies.delete(hash) } catch { report(error) }
    }

    // MARK: - The store

    /// Keeps arriving bytes. The next one who wants them gets them from the store: a copy may be damaged.
    public func put<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, limit: UInt64, expecting expected: BlobDigest?
    ) async throws -> StoredBlob where Bytes.Element == ByteBuffer {
        let kept = try await origin.put(bytes, limit: limit, expecting: expected)
        await forget(kept.hash)
        return kept
    }

    /// Puts a file into the store. Its copy is forgotten, since it may be damaged.
    public func put(file path: String, as hash: BlobDigest) async throws {
        try await origin.put(file: path, as: hash)
        await forget(hash)
    }

    /// Deletes a blob and its copy.
    public func delete(_ hash: BlobDigest) async throws -> Bool {
        await forget(hash)
        return try await origin.delete(hash)
    }

    /// The hashes of the blobs that begin with a byte, in ascending order.
    public func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest] {
        try await origin.hashes(beginningWith: byte)
    }

    /// Whether the store has no blobs.
    public func isEmpty() async throws -> Bool { try await origin.isEmpty() }

    /// Makes sure that blobs may be stored and deleted.
    public func prepareForChange() async throws { try await origin.prepareForChange() }

    /// The name of the owner, which has no copy.
    public func owner() async throws -> String? { try await origin.owner() }

    /// Names the owner in the store.
    public func setOwner(_ owner: String, replacing: Bool) async throws {
        try await origin.setOwner(owner, replacing: replacing)
    }
}
