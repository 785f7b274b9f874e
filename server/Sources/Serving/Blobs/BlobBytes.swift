public import NIOCore

/// The bytes of an open blob, from first to last.
public struct BlobBytes: AsyncSequence, Sendable {
    private let blob: any OpenBlob

    /// Reads a blob in pieces of 256 KiB.
    public init(_ blob: any OpenBlob) { self.blob = blob }

    /// Gives the pieces in order.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let blob: any OpenBlob
        private var offset: UInt64 = 0

        fileprivate init(_ blob: any OpenBlob) { self.blob = blob }

        /// The next piece; `nil` after the last one.
        public mutating func next() async throws -> ByteBuffer? {
            guard offset < blob.size else { return nil }
            let piece = try await blob.read(from: offset, count: 256 << 10)
            guard piece.readableBytes > 0 else {
                throw ServiceError(.inputOutput, "A file became shorter while it was being read.")
            }
            offset += UInt64(piece.readableBytes)
            return piece
        }
    }

    /// Reads from the first byte.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(blob) }
}
