import NIOCore

/// Where the bytes of packages and icons are kept, each under the SHA-256 of itself, which nothing ever changes.
///
/// A catalogue says which blobs somebody may have; a store knows nothing of that. `BlobStoreTests` says what every
/// implementation must do.
protocol BlobStore: Sendable {
    /// Bytes of a blob; `nil` where there is none.
    func size(of hash: BlobDigest) async throws -> UInt64?

    /// Opens a blob for reading; `nil` where there is none. What was opened can be read on after the blob is deleted.
    func open(_ hash: BlobDigest) async throws -> (any OpenBlob)?

    /// Keeps bytes that arrive, hashing them on the way. Bytes that are there already are kept once.
    ///
    /// - Parameter limit: The most bytes; with one more it throws ``ServiceError/Code/tooLarge``.
    /// - Returns: Once they are on the disk. Where it throws, nothing is kept.
    func put<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes, limit: UInt64) async throws -> StoredBlob
    where Bytes.Element == ByteBuffer

    /// Keeps what a file of this machine holds, which somebody hashed before. The file stays.
    func put(file path: String, as hash: BlobDigest) async throws

    /// Deletes a blob.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func delete(_ hash: BlobDigest) async throws -> Bool

    /// The blobs whose hash begins with this byte: a part of all that is short enough to be held.
    func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest]

    /// Does something while no blobs are collected, so that what it puts stays until it has named it in the catalogue.
    func withoutCollection<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result

    /// Does something while nothing is published.
    func duringCollection<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result
}

/// A blob that is being read.
protocol OpenBlob: Sendable {
    /// Bytes in all.
    var size: UInt64 { get }

    /// The bytes from `offset` on: as many as asked for, fewer only at the end.
    func read(from offset: UInt64, count: Int) async throws -> ByteBuffer
}

/// What a store has taken.
struct StoredBlob: Hashable, Sendable {
    let hash: BlobDigest
    /// In bytes.
    let size: UInt64
}
