import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Hummingbird's HTTP/1.1 behind a ``ConnectionGate``.
///
/// The handlers of a connection, in the order in which they see what arrives; answers pass them the other way:
///
///     socket
///     TLS                 only if the server has a certificate
///     ConnectionGate      bytes: stops reading, and sends answers in portions
///     HTTP decoder        and encoder
///     HeadCheck           refuses heads that could be understood in two ways
///     HTTP types          turns NIO's requests into those of Hummingbird
///     ExchangeHandler     requests: one at a time
///     Hummingbird
///
/// A client may send its next requests before it has taken an answer. They wait in two places: their bytes in the gate, and what was
/// decoded already in ``ExchangeHandler``, since the last few bytes that the decoder was given can contain several heads.
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
            try channel.pipeline.syncOperations.addHandler(
                ConnectionGate(tally: tally, portions: portions, logger: logger))
        }.flatMap { base.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(HeadCheck(), position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
        // After an error, that does not wait until the gate has learned of the end. The server ends only after all of
        // this, so it knows then which answers were lost.
        try? await value.channel.closeFuture.get()
    }
}
