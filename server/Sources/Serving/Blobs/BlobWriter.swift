public import Hummingbird
public import NIOCore

/// Sends pieces of a blob as fast as the client takes them. Only one piece is in memory, and it is small for a slow client.
public struct BlobWriter: Sendable {
    private let blob: any OpenBlob
    private let channel: any Channel

    /// - Parameter channel: The connection of the answer.
    public init(blob: any OpenBlob, channel: any Channel) {
        self.blob = blob
        self.channel = channel
    }

    private static let (smallest, largest) = (8 << 10, 256 << 10)

    /// Sends the whole body of an answer.
    @concurrent
    public func write(_ answer: BlobAnswer, to writer: inout any ResponseBodyWriter) async throws {
        for piece in answer.pieces {
            switch piece {
            case .text(let text): try await writer.write(ByteBuffer(string: text))
            case .bytes(let range): try await write(range, to: &writer)
            }
        }
        try await writer.finish(nil)
    }

    /// Sends a range of the blob.
    @concurrent
    private func write(_ range: Range<UInt64>, to writer: inout any ResponseBodyWriter) async throws {
        await blob.prepare(range)
        var size = Self.smallest
        var offset = range.lowerBound
        while offset < range.upperBound {
            let piece = try await read(from: offset, size, upTo: range.upperBound)
            guard piece.readableBytes > 0 else {
                throw ServiceError(.inputOutput, "A file became shorter while it was being sent.")
            }
            offset += UInt64(piece.readableBytes)
            let start = ContinuousClock.now
            try await writer.write(piece)
            let taken = try await AnswerProgress.taken(by: channel)
            let isSlow = ContinuousClock.now - start > .milliseconds(500)
            // What the system took says little: it may buffer much for a client that reads nothing.
            size = isSlow ? Self.smallest : Self.size(afterTaking: taken ?? 0)
        }
    }

    /// How large the next piece may be if the client has acknowledged this many bytes.
    private static func size(afterTaking taken: UInt64) -> Int {
        min(max(Int(clamping: taken / 16), smallest), largest) / smallest * smallest
    }

    private func read(from offset: UInt64, _ count: Int, upTo end: UInt64) async throws -> ByteBuffer {
        try await blob.read(from: offset, count: Int(min(UInt64(count), end - min(offset, end))))
    }
}
