import Hummingbird
import NIOCore

/// Sends pieces of a blob as fast as the client takes them: the next piece is read while the last is on its way, and little of it
/// is held in memory for a slow client.
struct BlobWriter: Sendable {
    let blob: any OpenBlob
    let channel: any Channel

    private static let (smallest, largest) = (64 << 10, 256 << 10)

    /// Sends a range of the blob.
    @concurrent
    func write(_ range: Range<UInt64>, to writer: inout any ResponseBodyWriter) async throws {
        var size = Self.smallest
        var offset = range.lowerBound
        var piece = try await read(from: offset, size, upTo: range.upperBound)
        while offset < range.upperBound {
            guard piece.readableBytes > 0 else {
                throw ServiceError(.inputOutput, "A package became shorter while it was being sent.")
            }
            offset += UInt64(piece.readableBytes)
            let (place, count) = (offset, size)
            async let next = read(from: place, count, upTo: range.upperBound)
            let start = ContinuousClock.now
            try await writer.write(piece)
            try await reachSystem()
            let duration = ContinuousClock.now - start
            if duration < .milliseconds(20) {
                size = min(2 * size, Self.largest)
            } else if duration > .milliseconds(500) {
                size = Self.smallest
            }
            piece = try await next
        }
    }

    /// Waits until the event loop has taken the written bytes. Only then is it known whether the connection takes more; otherwise
    /// the whole blob would pile up before a busy loop.
    private func reachSystem() async throws {
        // The loop of a channel without a socket does not run by itself.
        guard channel is any SocketOptionProvider else { return }
        try await channel.eventLoop.submit {}.get()
    }

    private func read(from offset: UInt64, _ count: Int, upTo end: UInt64) async throws -> ByteBuffer {
        try await blob.read(from: offset, count: Int(min(UInt64(count), end - min(offset, end))))
    }
}
