import NIOCore
import Serving
import Synchronization

/// A blob in a bucket that is being read. Bytes that are read in order arrive in one transfer, which is resumed if it is cut off.
final class ObjectBlob: OpenBlob {
    let size: UInt64
    private let client: ObjectClient
    private let key: String
    private let tag: String?
    /// The beginning, which came when the blob was opened.
    private let beginning: ByteBuffer
    private let tally: ConnectionTally?
    private let state = Mutex(State())

    private struct State {
        var stream: ObjectStream?
        /// Where the stream's next byte belongs.
        var position: UInt64 = 0
        /// The bytes that have been announced.
        var range: Range<UInt64>?
        /// Where reading ahead begins again after the reader was too slow.
        var ahead: UInt64 = 0
    }

    /// How many bytes are requested at least, if there are as many: each request costs something, too.
    private static let shortest = 64 << 10
    /// For how many bytes nothing is read ahead after the reader was too slow: most of what had come was thrown away, and would
    /// be again and again. The reader may also have paused only once.
    private static let caution: UInt64 = 4 << 20

    /// - Parameter tally: Counts the memory that this takes.
    init(
        _ client: ObjectClient, _ key: String, size: UInt64, tag: String?, beginning: ByteBuffer,
        tally: ConnectionTally?
    ) {
        (self.client, self.key, self.size, self.tag, self.beginning) = (client, key, size, tag, beginning)
        self.tally = tally
        tally?.wait(beginning.storageCapacity)
    }

    deinit {
        state.withLock { $0.stream }?.abandon()
        tally?.wait(-beginning.storageCapacity)
    }

    func prepare(_ range: Range<UInt64>) async { state.withLock { $0.range = range } }

    func read(from offset: UInt64, count: Int) async throws -> ByteBuffer {
        guard offset < size, count > 0 else { return ByteBuffer() }
        let count = Int(min(UInt64(count), size - offset))
        var bytes = ByteBuffer()
        if offset < UInt64(beginning.readableBytes) {
            let known = min(count, beginning.readableBytes - Int(offset))
            bytes = beginning.getSlice(at: beginning.readerIndex + Int(offset), length: known) ?? bytes
        }
        guard bytes.readableBytes < count else { return bytes }
        var (stream, position) = take(at: offset + UInt64(bytes.readableBytes), count - bytes.readableBytes)
        var failures = 0
        do {
            while bytes.readableBytes < count {
                let piece = try await self.piece(of: stream, count - bytes.readableBytes, &failures)
                position += UInt64(piece.readableBytes)
                if bytes.readableBytes == 0 { bytes = piece } else { bytes.writeImmutableBuffer(piece) }
                if bytes.readableBytes < count, piece.readableBytes == 0 {
                    if stream.wasTooSlow { state.withLock { $0.ahead = position + Self.caution } }
                    stream.abandon()
                    stream = begin(at: position, count - bytes.readableBytes)
                }
            }
        } catch {
            stream.abandon()
            throw error
        }
        put(stream, at: position)
        return bytes
    }

    /// More bytes; none if the transfer has to begin again, after a pause if it failed.
    private func piece(of stream: ObjectStream, _ count: Int, _ failures: inout Int) async throws -> ByteBuffer {
        do {
            let piece = try await stream.read(count)
            try Task.checkCancellation()
            // A server that ends each transfer before its first byte must not be asked forever.
            if piece.readableBytes > 0 { failures = 0 } else { failures += 1 }
            guard failures < client.patience.attempts else {
                throw ObjectError(.damaged, "\(client.host) sends less of \(key) than there is; check its disks.")
            }
            return piece
        } catch let error as ObjectError where error.mayPass && failures + 1 < client.patience.attempts {
            failures += 1
            try await Task.sleep(for: client.patience.pause(after: failures, wanted: error.pause))
            return ByteBuffer()
        } catch let error as ObjectError where error.code == .preconditionFailed {
            throw ObjectError(
                .damaged,
                "The object \(key) at \(client.host) was replaced while it was being read; something else writes there."
            )
        }
    }

    /// The stream that is at an offset, or a new one. No other task has it meanwhile.
    private func take(at offset: UInt64, _ count: Int) -> (ObjectStream, UInt64) {
        let (found, other) = state.withLock { state -> (ObjectStream?, ObjectStream?) in
            defer { state.stream = nil }
            return state.position == offset ? (state.stream, nil) : (nil, state.stream)
        }
        other?.abandon()
        return (found ?? begin(at: offset, count), offset)
    }

    private func put(_ stream: ObjectStream, at position: UInt64) {
        let end = state.withLock { $0.range?.upperBound } ?? size
        guard position < end else { return stream.abandon() }
        let other = state.withLock { state -> ObjectStream? in
            defer { (state.stream, state.position) = (stream, position) }
            return state.stream
        }
        other?.abandon()
    }

    /// Has the bytes from an offset on sent, up to the end of what was announced; only a few while much waits in memory, or if
    /// the reader was too slow.
    private func begin(at offset: UInt64, _ count: Int) -> ObjectStream {
        let (announced, ahead) = state.withLock { ($0.range, $0.ahead) }
        let last = announced.flatMap { $0.contains(offset) ? $0.upperBound : nil } ?? size
        let readsAhead = offset >= ahead && tally?.mayReadAhead ?? true
        let end = readsAhead ? last : min(last, offset + UInt64(max(count, Self.shortest)))
        let stream = ObjectStream(at: offset, count: end - offset, tally: tally)
        stream.start { [client, key, tag] in try await client.read(key, offset..<end, ifTagged: tag, to: $0) }
        return stream
    }
}
