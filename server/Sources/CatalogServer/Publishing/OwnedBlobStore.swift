import NIOCore
import Serving

/// The packages of a catalog in a place that says whose they are. Nothing is stored in or deleted from the place of
/// another catalog, which would delete what it does not know, and lose what this one deletes.
///
/// Each change asks the place again, so that all servers notice if another catalog gets it. Reading does not ask.
struct OwnedBlobStore: BlobStore {
    let origin: any BlobStore
    let catalog: any CatalogStore
    /// Where the packages are, for messages.
    let place: String

    /// The name of a catalog as the owner of a place.
    static func owner(group: String, signingKey: [UInt8]) -> String {
        let digest = BlobDigest(sha256Of: Array("catalog-server owner\n".utf8) + signingKey)
        return "\(group) \(digest.description.prefix(16))"
    }

    /// Whether the place says that it belongs to the catalog; `false` if it has no owner.
    ///
    /// - Throws: `configuration` if it belongs to another catalog.
    func isOwn() async throws -> Bool {
        guard let owner = try await origin.owner() else { return false }
        guard owner == catalog.identity else {
            throw refusal("\(BlobPlace.state(of: owner)), and this one is \(catalog.identity)")
        }
        return true
    }

    /// Makes the catalog the owner of a place that has none, but one of the newest packages of the catalog: an older release
    /// has used it.
    ///
    /// - Returns: Whether the place belongs to the catalog.
    /// - Throws: `configuration` if it belongs to another catalog. `busy` if that is not decided yet.
    @discardableResult
    func claim() async throws -> Bool {
        if try await isOwn() { return true }
        guard try await origin.hasNewest(of: catalog) == true else { return false }
        try await take(replacing: false)
        return true
    }

    /// Makes sure that the place belongs to the catalog. If it has no owner yet, the catalog becomes that if one of its
    /// newest packages is there, or nothing at all.
    ///
    /// - Throws: `configuration` if it belongs to another catalog, or if that is likely. `busy` if that is not decided yet.
    func prepareForChange() async throws {
        if try await claim() { return }
        guard try await origin.isEmpty() else {
            // Meanwhile, the first package may have been stored by another publication, and the owner named.
            if try await isOwn() { return }
            throw refusal("has packages, but none of the newest ones of the catalog \(catalog.identity)")
        }
        try await take(replacing: false)
    }

    /// Makes the catalog the owner.
    ///
    /// - Parameter replacing: Whether the place may be taken from another catalog.
    /// - Throws: `configuration` if it belongs to another catalog then. `busy` if that is not decided yet.
    func take(replacing: Bool) async throws {
        try await origin.setOwner(catalog.identity, replacing: replacing)
        // Another catalog may have been faster. Until its request has ended, a bucket has no owner.
        guard try await isOwn() else {
            throw ServiceError(
                .busy, "\(place) is being given an owner; try again.",
                answer: "The server can't store packages at the moment; try again.", retryAfter: 2)
        }
    }

    private func refusal(_ reason: String) -> ServiceError {
        ServiceError(
            .configuration,
            "\(place) \(reason); name the place of this catalog with --blobs, or in a settings file. Only if no other "
                + "catalog needs what is there, make it the place of this one: catalog-server package adopt",
            answer: "The server can't store packages; its administrator can find the reason in the log.")
    }

    // MARK: - The store

    func size(of hash: BlobDigest) async throws -> UInt64? { try await origin.size(of: hash) }

    func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? { try await origin.open(hash) }

    func put<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, limit: UInt64, expecting expected: BlobDigest?
    ) async throws -> StoredBlob where Bytes.Element == ByteBuffer {
        do { try await prepareForChange() } catch {
            var arriving = bytes.makeAsyncIterator()
            await arriving.dropRest()
            throw error
        }
        return try await origin.put(bytes, limit: limit, expecting: expected)
    }

    func put(file path: String, as hash: BlobDigest) async throws {
        try await prepareForChange()
        try await origin.put(file: path, as: hash)
    }

    func delete(_ hash: BlobDigest) async throws -> Bool {
        try await prepareForChange()
        return try await origin.delete(hash)
    }

    func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest] {
        try await origin.hashes(beginningWith: byte)
    }

    func isEmpty() async throws -> Bool { try await origin.isEmpty() }

    func owner() async throws -> String? { try await origin.owner() }

    func setOwner(_ owner: String, replacing: Bool) async throws {
        try await origin.setOwner(owner, replacing: replacing)
    }
}

extension CatalogStore {
    /// Names the catalog where its packages are. Each copy of its database has the same name, whatever keeps it: what
    /// the name is made from never changes.
    var identity: String { OwnedBlobStore.owner(group: "\(group)", signingKey: signingKey) }
}
