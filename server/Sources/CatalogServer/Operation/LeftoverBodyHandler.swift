import NIOCore
import NIOHTTPTypes

/// Hangs up on who has had his answer and does not come to the end of his request: each byte of it keeps the connection, and
/// with it the memory that was taken to read what he sent before.
final class LeftoverBodyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    /// Requests of this connection that have begun, that have ended, and that have their whole answer.
    private var (begun, ended, answered) = (0, 0, 0)
    private var hangingUp: Scheduled<Void>?

    /// - Parameter patience: How long the rest of a body may take after its answer.
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
