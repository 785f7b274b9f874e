import NIOCore

/// How much is read from a connection at once. Bytes that may not be handled yet stay in memory.
enum ReadSize {
    /// For heads and short bodies.
    case small
    /// For long bodies.
    case large

    /// In bytes.
    var most: Int {
        switch self {
        case .small: 8 << 10
        case .large: 64 << 10
        }
    }

    /// How many times in a row a connection is read. Otherwise, bytes that it sends together with its first request would be
    /// read before anything can stop that.
    private var inARow: UInt {
        switch self {
        case .small: 1
        case .large: 4
        }
    }

    /// Changes the size for a connection. Call it on its event loop.
    func apply(to channel: any Channel) {
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 1 << 10, initial: 2 << 10, maximum: most)
        try? channel.syncOptions?.setOption(ChannelOptions.recvAllocator, value: allocator)
        try? channel.syncOptions?.setOption(ChannelOptions.maxMessagesPerRead, value: inARow)
    }
}
