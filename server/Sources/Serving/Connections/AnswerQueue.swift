import NIOCore

/// The bytes of an answer that a connection has not taken yet. They leave in portions, and only a portion is encrypted at a time.
struct AnswerQueue {
    /// Buffers to write together.
    struct Portion {
        var buffers: [ByteBuffer] = []
        /// To be completed once they are written.
        var promises: [EventLoopPromise<Void>] = []
        var count = 0
    }

    private var writes: CircularBuffer<(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)> = []
    /// How many bytes there are.
    private(set) var count = 0

    mutating func append(_ bytes: ByteBuffer, promise: EventLoopPromise<Void>?) {
        count += bytes.readableBytes
        writes.append((bytes, promise))
    }

    /// Takes the next portion; `nil` if there is nothing.
    ///
    /// - Parameter limit: The most bytes, at least 1.
    mutating func next(_ limit: Int) -> Portion? {
        guard !writes.isEmpty else { return nil }
        var portion = Portion()
        while portion.count < limit, !writes.isEmpty {
            let room = limit - portion.count
            if writes[writes.startIndex].bytes.readableBytes > room {
                guard let slice = writes[writes.startIndex].bytes.readSlice(length: room) else { break }
                portion.buffers.append(slice)
                portion.count += room
            } else {
                let (bytes, promise) = writes.removeFirst()
                if bytes.readableBytes > 0 { portion.buffers.append(bytes) }
                if let promise { portion.promises.append(promise) }
                portion.count += bytes.readableBytes
            }
        }
        count -= portion.count
        return portion
    }

    /// Drops everything that has not left.
    mutating func fail(_ error: any Error) {
        let dropped = writes
        writes = []
        count = 0
        for write in dropped { write.promise?.fail(error) }
    }
}
