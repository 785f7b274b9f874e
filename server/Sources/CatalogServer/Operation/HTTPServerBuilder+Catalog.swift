import AppGroupPlatform
import HummingbirdCore
import HummingbirdTLS
import NIOCore
import NIOHTTPTypes

extension HTTPServerBuilder {
    /// HTTP/1.1, over TLS if there are certificates. A connection that is silent for a minute is closed.
    ///
    /// - Parameter patience: How long the rest of a request's body may take after the answer was sent.
    static func catalog(_ certificates: ServedCertificates?, patience: TimeAmount) throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [LeftoverBodyHandler(patience: patience)], idleTimeout: .seconds(60),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)))
        guard let certificates else { return plain }
        return try .tls(plain, tlsConfiguration: certificates.configuration)
    }
}

/// Closes the connection of a client that has its answer but does not end its request: each further byte would keep the connection
/// and the memory for it.
final class LeftoverBodyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    /// How many requests of this connection have begun, have ended, and have been answered completely.
    private var (begun, ended, answered) = (0, 0, 0)
    private var hangingUp: Scheduled<Void>?

    /// - Parameter patience: How long the rest of a body may take after the answer was sent.
    init(patience: TimeAmount) { self.patience = patience }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: begun += 1
        case .body: break
        case .end:
            ended += 1
            stopHangingUp()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            answered += 1
            let channel = context.channel
            if answered == begun, ended < begun {
                hangingUp = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
            }
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopHangingUp()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stopHangingUp() }

    private func stopHangingUp() {
        hangingUp?.cancel()
        hangingUp = nil
    }
}

extension ServiceError {
    /// Why the server can't listen as its settings say.
    init(_ error: IOError, listeningAt settings: Settings) {
        let place = "port \(settings.port) of \(settings.host)"
        switch SystemError(error.errnoCode) {
        case .addressInUse:
            self.init(.busy, "Another program already listens on \(place); stop it, or choose another --port.")
        case .accessDenied:
            self.init(.permission, "This user may not listen on \(place); choose a --port from 1024 on.")
        case .addressNotAvailable:
            self.init(.configuration, "This machine has no address \(settings.host); correct --host.")
        default: self.init(.inputOutput, "The server can't listen on \(place): \(error).")
        }
    }
}
