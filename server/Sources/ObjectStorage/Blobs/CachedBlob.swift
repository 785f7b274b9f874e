import NIOCore
import Serving
import Synchronization

/// A copy that is being read. If it can't be read to its end, the rest comes from the store that it is a copy of.
final class CachedBlob: OpenBlob {
    let size: UInt64
    private let copy: any OpenBlob
    private let original: @Sendable () async throws -> (any OpenBlob)?
    private let state = Mutex(State())

    private struct State {
        /// The blob that is read instead of the copy.
        var original: (any OpenBlob)?
        /// The bytes that have been announced.
        var range: Range<UInt64>?
    }

    /// - Parameter original: Opens the blob in the store; called if the copy fails, which should then not be used again.
    init(_ copy: any OpenBlob, original: @escaping @Sendable () async throws -> (any OpenBlob)?) {
        (self.copy, self.original, size) = (copy, original, copy.size)
    }

    func prepare(_ range: Range<UInt64>) async {
        let original = state.withLock { state in
            state.range = range
            return state.original
        }
        await original?.prepare(range)
    }

    func read(from offset: UInt64, count: Int) async throws -> ByteBuffer {
        if let original = state.withLock({ $0.original }) { return try await original.read(from: offset, count: count) }
        let due = offset < size ? min(UInt64(max(0, count)), size - offset) : 0
        if let piece = try? await copy.read(from: offset, count: count), piece.readableBytes == due { return piece }
        try Task.checkCancellation()
        guard let original = try await original() else {
            throw ServiceError(.inputOutput, "A file was deleted while it was being sent.")
        }
        let range = state.withLock { state in
            state.original = original
            return state.range
        }
        if let range, range.contains(offset) { await original.prepare(offset..<range.upperBound) }
        return try await original.read(from: offset, count: count)
    }
}
