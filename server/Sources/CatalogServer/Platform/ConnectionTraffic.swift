import NIOCore
import NIOSSL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the system knows of a connection, and NIO does not. Bytes that were written say little of that: the system takes megabytes on behalf of
/// a client that reads none.
enum ConnectionTraffic {
    /// Bytes that the other side has acknowledged or sent: `tcpi_bytes_acked` and `tcpi_bytes_received` of tcp(7)'s
    /// `TCP_INFO`. `nil` for what is no connection of TCP, or is closed, and where the system does not say.
    static func bytes(of channel: any Channel) async -> UInt64? {
        #if os(Linux)
        guard let options = channel as? any SocketOptionProvider else { return nil }
        let info: Info? = try? await options.unsafeGetSocketOption(
            level: NIOBSDSocket.OptionLevel(rawValue: Int32(IPPROTO_TCP)),
            name: NIOBSDSocket.Option(rawValue: Int32(TCP_INFO))
        ).get()
        return info.map { $0.acknowledged &+ $0.received }
        #else
        return nil
        #endif
    }

    /// Closes a connection and drops what the system still holds for the other side, which may be megabytes (socket(7),
    /// `SO_LINGER`).
    static func cut(_ channel: any Channel) async {
        if let options = channel as? any SocketOptionProvider {
            try? await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
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

    /// `struct tcp_info` of linux/tcp.h, as far as is needed, which grows only at its end.
    private struct Info: Sendable {
        /// 8 bytes, then 24 numbers of 32 bits, then two rates.
        let others: InlineArray<15, UInt64>
        let acknowledged: UInt64
        let received: UInt64
    }
}
