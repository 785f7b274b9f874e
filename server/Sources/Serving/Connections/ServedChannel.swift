import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Hummingbird's HTTP/1.1 behind a ``ConnectionGate``.
struct ServedChannel: ServerChildChannel {
    private let base: HTTP1Channel
    private let tally: ConnectionTally
    private let portions: ConnectionGate.Portions

    /// - Parameter isEncrypted: Whether the connection uses TLS, whose handler comes first.
    init(tally: ConnectionTally, isEncrypted: Bool, responder: @escaping HTTPChannelHandler.Responder) {
        self.tally = tally
        portions = isEncrypted ? .encrypted : .plain
        base = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ExchangeHandler()],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            ReadSize.small.apply(to: channel)
            ConnectionTraffic.keepUnsentShort(on: channel)
            try channel.pipeline.syncOperations.addHandler(ConnectionGate(tally: tally, portions: portions))
        }.flatMap { base.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(HeadCheck(), position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
