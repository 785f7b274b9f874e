import NIOCore
import NIOHTTP1

/// Refuses a request of HTTP/1.1 without a field `Host`, and any request with several (RFC 9112, 3.2): a proxy and this server could
/// take such a request for two different hosts. Later handlers don't know the version, and look only at the first `Host`.
///
/// For the same reason, it says in one way that a connection is to end with the answer (RFC 9112, 9.3).
final class HostCheck: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Whether a request was refused. The connection ends with it, so everything after its head is dropped.
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if !Self.allows(head) {
            hasRefused = true
            context.fireErrorCaught(
                ServiceError(.malformed, "A request of HTTP/1.1 must have exactly one Host field."))
        } else if head.isKeepAlive {
            context.fireChannelRead(data)
        } else {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }
    }

    private static func allows(_ head: HTTPRequestHead) -> Bool {
        let count = head.headers["Host"].count
        return count == 1 || count == 0 && [.http0_9, .http1_0].contains(head.version)
    }
}
