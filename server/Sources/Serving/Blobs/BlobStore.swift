public import NIOCore

/// Keeps files, each under its own SHA-256. A blob never changes.
///
/// The server decides who may have which blob; the store does not know. `BlobStoreTests` defines what every implementation must
/// do.
public protocol BlobStore: Sendable {
    /// The size of a blob in bytes; `nil` if there is none.
    func size(of hash: BlobDigest) async throws -> UInt64?

    /// Opens a blob for reading; `nil` if there is none. An open blob stays readable after it is deleted.
    func open(_ hash: BlobDigest) async throws -> (any OpenBlob)?

    /// Keeps arriving bytes, and hashes them on the way. Bytes that are already there are kept once.
    ///
    /// - Parameters:
    ///   - limit: The most bytes; one more throws ``ServiceError/Code/tooLarge``.
    ///   - expected: What the bytes must hash to, or it throws ``ServiceError/Code/hashMismatch``; `nil` accepts any.
    /// - Returns: The blob, once it is on the disk. If it throws, nothing is kept, and the rest of the bytes was dropped.
    func put<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, limit: UInt64, expecting expected: BlobDigest?
    ) async throws -> StoredBlob where Bytes.Element == ByteBuffer

    /// Keeps the contents of a file on this machine that was hashed before. The file stays.
    func put(file path: String, as hash: BlobDigest) async throws

    /// Deletes a blob.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func delete(_ hash: BlobDigest) async throws -> Bool

    /// The blobs with hashes that begin with this byte: a part of all blobs that is small enough for memory.
    func hashes(beginningWith byte: UInt8) async throws -> [BlobDigest]

    /// Whether there are no blobs.
    func isEmpty() async throws -> Bool

    /// Makes sure that blobs may be stored and deleted, for a caller that prepares that at some cost. Storing and deleting make
    /// sure of it themselves.
    func prepareForChange() async throws

    /// The name of the owner of all blobs, one line that the store keeps apart from them; `nil` if it has none.
    func owner() async throws -> String?

    /// Names the owner of all blobs.
    ///
    /// - Parameter replacing: Whether the name replaces another one. Otherwise that one stays, unless the store is a
    ///   bucket whose server can't promise that.
    func setOwner(_ owner: String, replacing: Bool) async throws
}

extension BlobStore {
    /// Keeps arriving bytes, whatever they hash to.
    public func put<Bytes: AsyncSequence & Sendable>(_ bytes: Bytes, limit: UInt64) async throws -> StoredBlob
    where Bytes.Element == ByteBuffer {
        try await put(bytes, limit: limit, expecting: nil)
    }

    /// Any blob may be stored and deleted in most stores.
    public func prepareForChange() async throws {}

    /// Whether there are no blobs, as their hashes tell.
    public func isEmpty() async throws -> Bool {
        for byte in UInt8.min ... .max where try await !hashes(beginningWith: byte).isEmpty { return false }
        return true
    }

    /// Refuses a new database for a store that has blobs: their database was moved away or is not restored yet, and the new one
    /// would name none of them.
    ///
    /// - Parameters:
    ///   - place: Where the store is, for the message.
    ///   - database: The name of the missing database.
    ///   - home: Where it should be.
    public func refuseNew(_ database: String, in home: String, filesIn place: String) async throws {
        if try await isEmpty() { return }
        throw ServiceError(
            .configuration,
            "There are files in \(place), but no \(database) in \(home): put the database or a backup of it there, or "
                + "name an empty place.")
    }
}

/// A blob that is being read.
public protocol OpenBlob: Sendable {
    /// In bytes.
    var size: UInt64 { get }

    /// Reads `count` bytes from `offset` on, fewer only at the end.
    func read(from offset: UInt64, count: Int) async throws -> ByteBuffer

    /// Announces that these bytes will be read from first to last, so that a store can have them sent in one go.
    func prepare(_ range: Range<UInt64>) async
}

extension OpenBlob {
    /// Nothing needs to be prepared where every read stands alone.
    public func prepare(_ range: Range<UInt64>) async {}
}

/// A blob that a store has taken.
public struct StoredBlob: Hashable, Sendable {
    /// Its name.
    public let hash: BlobDigest
    /// In bytes.
    public let size: UInt64

    /// Describes a blob.
    public init(hash: BlobDigest, size: UInt64) {
        self.hash = hash
        self.size = size
    }
}

/// Bytes in memory, as a sequence of arriving bytes.
public struct OneBuffer: AsyncSequence, Sendable {
    private let bytes: ByteBuffer

    /// Takes the bytes.
    public init(_ bytes: ByteBuffer) { self.bytes = bytes }

    /// Gives the bytes once.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var bytes: ByteBuffer?

        fileprivate init(_ bytes: ByteBuffer) { self.bytes = bytes }

        /// All bytes, then nothing.
        public mutating func next() async -> ByteBuffer? { bytes.take() }
    }

    /// Reads from the first byte.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes) }
}
