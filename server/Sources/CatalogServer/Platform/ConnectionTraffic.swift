import NIOCore
import NIOSSL

/// What the system knows about a connection and NIO does not. The count of written bytes says little: the system buffers
/// megabytes for a client that reads none of them.
enum ConnectionTraffic {
    /// Bytes that the other side has acknowledged or sent: `tcpi_bytes_acked` and `tcpi_bytes_received` of tcp(7)'s
    /// `TCP_INFO`. `nil` if the channel is not a TCP connection or is closed, or if the system does not say.
    static func bytes(of channel: any Channel) async -> UInt64? {
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

    /// Closes a connection and drops what the system still buffers for the other side, which may be megabytes.
    static func cut(_ channel: any Channel) async {
        if let options = channel as? any SocketOptionProvider {
            try? await options.unsafeSetSocketOption(
                level: NIOBSDSocket.OptionLevel.socket, name: NIOBSDSocket.Option.so_linger, value: Linger()
            ).get()
        }
        channel.eventLoop.execute {
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
