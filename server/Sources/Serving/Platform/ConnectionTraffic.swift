package import NIOCore
import NIOSSL

/// What the system knows about a connection and NIO does not. The count of written bytes says little: the system buffers
/// megabytes for a client that reads none of them.
package enum ConnectionTraffic {
    /// Bytes that the other side has acknowledged or sent: `tcpi_bytes_acked` and `tcpi_bytes_received` of tcp(7)'s
    /// `TCP_INFO`. `nil` if the channel is not a TCP connection or is closed, or if the system does not say.
    package static func bytes(of channel: any Channel) async -> UInt64? {
        #if os(Linux)
        guard let options = channel as? any SocketOptionProvider else { return nil }
        let info: Info? = try? await options.unsafeGetSocketOption(
            level: NIOBSDSocket.OptionLevel.tcp, name: NIOBSDSocket.Option.tcp_info
        ).get()
        return info.map { $0.acknowledged &+ $0.received }
        #else
        return nil
        #endif
    }

    /// Bytes that the other side has acknowledged. Call it on the channel's event loop.
    static func acknowledged(by channel: any Channel) -> UInt64? {
        #if os(Linux)
        guard let options = channel as? any SocketOptionProvider else { return nil }
        let info: EventLoopFuture<Info> = options.unsafeGetSocketOption(
            level: NIOBSDSocket.OptionLevel.tcp, name: NIOBSDSocket.Option.tcp_info)
        var acknowledged: UInt64?
        // On its event loop, the answer is there at once.
        info.assumeIsolated().whenSuccess { acknowledged = $0.acknowledged }
        return acknowledged
        #else
        return nil
        #endif
    }

    /// Lets the system buffer only little that it can't send yet, `TCP_NOTSENT_LOWAT` of tcp(7); for a client that reads nothing,
    /// it would otherwise buffer megabytes. Call it on the channel's event loop.
    static func keepUnsentShort(on channel: any Channel) {
        guard let options = channel as? any SocketOptionProvider else { return }
        #if os(Linux)
        let option = NIOBSDSocket.Option(rawValue: 25)
        #else
        let option = NIOBSDSocket.Option(rawValue: 0x201)
        #endif
        options.unsafeSetSocketOption(level: NIOBSDSocket.OptionLevel.tcp, name: option, value: CInt(128 << 10))
            .whenComplete { _ in }
    }

    /// Tells the handlers of a connection to drop what they hold for the other side, since it is about to be closed.
    struct Cut: Sendable {}

    /// Closes a connection and drops what is held for the other side, here and by the system, which may be megabytes.
    package static func cut(_ channel: any Channel) {
        channel.eventLoop.execute {
            if let options = channel as? any SocketOptionProvider {
                options.unsafeSetSocketOption(
                    level: NIOBSDSocket.OptionLevel.socket, name: NIOBSDSocket.Option.so_linger, value: Linger()
                ).whenComplete { _ in }
            }
            channel.triggerUserOutboundEvent(Cut(), promise: nil)
            // Not through TLS, which would wait for the other side's goodbye.
            if let tls = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
                tls.close(promise: nil)
            } else {
                channel.close(promise: nil)
            }
        }
    }

    /// `struct linger` of socket(7): closing waits for nothing.
    private struct Linger: Sendable {
        let isOn: CInt = 1
        let seconds: CInt = 0
    }

    /// The part of `struct tcp_info` of linux/tcp.h that is needed; the struct grows only at its end.
    private struct Info: Sendable {
        /// 8 bytes, then 24 numbers of 32 bits, then two rates.
        let others: InlineArray<15, UInt64>
        let acknowledged: UInt64
        let received: UInt64
    }
}
