package import NIOCore
package import Serving

/// A store that passes everything on to another one, but for what a test's own store does itself.
package protocol ForwardingBlobStore: BlobStore {
    associatedtype Origin: BlobStore

    /// The other store.
    var origin: Origin { get }
}

extension ForwardingBlobStore {
    package func size(of hash: BlobDigest) async throws -> UInt64? { try await origin.size(of: hash) }
    package func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? { try await origin.open(hash) }
    package func put<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, limit: UInt64, expecting expected: BlobDigest?
    ) async throws -> StoredBlob where Bytes.Element == ByteBuffer {
        try await origin.put(bytes, limit: limit, expecting: expected)
    }
    package func put(file path: String, as hash: BlobDigest) async throws {
        try await origin.put(file: path, as: hash)
    }
    package func delete(_ hash: BlobDigest) async throws -> Bool { try await origin.delete(hash) }
    package func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest] {
        try await origin.hashes(beginningWith: byte)
    }
    package func prepareForChange() async throws { try await origin.prepareForChange() }
    package func owner() async throws -> String? { try await origin.owner() }
    package func setOwner(_ owner: String, replacing: Bool) async throws {
        try await origin.setOwner(owner, replacing: replacing)
    }
}
