import NIOCore

/// Bytes that are there already, as those that arrive.
struct OneBuffer: AsyncSequence, Sendable {
    private let bytes: ByteBuffer

    init(_ bytes: ByteBuffer) { self.bytes = bytes }

    struct AsyncIterator: AsyncIteratorProtocol {
        var bytes: ByteBuffer?

        mutating func next() async -> ByteBuffer? { bytes.take() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes) }
}
