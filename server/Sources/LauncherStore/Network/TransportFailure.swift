import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// What kept an answer from coming, or from coming whole.
enum TransportFailure: Error {
    /// No connection came about.
    case unreachable(String)
    /// The connection ended, or nothing came any more.
    case cut(String)
    /// The other side is not who it should be.
    case untrusted(String)
    /// The proxy of this network does not let it through.
    case refusedByProxy(String)
    /// What came is no HTTP.
    case nonsense(String)

    /// Reads what the libraries below say.
    init(_ error: any Error) {
        switch error {
        case let failure as TransportFailure: self = failure
        case let error as HTTPClientError:
            switch error {
            case .connectTimeout: self = .unreachable("it does not answer")
            case .proxyAuthenticationRequired:
                self = .refusedByProxy("it wants another user and password, in the environment's https_proxy")
            case .invalidProxyResponse: self = .refusedByProxy("it does not permit that, or is no HTTP proxy")
            case .httpProxyHandshakeTimeout: self = .unreachable("the proxy does not answer")
            case .tlsHandshakeTimeout: self = .unreachable("it does not answer as a TLS server")
            case .readTimeout, .writeTimeout, .deadlineExceeded: self = .cut("nothing came any more")
            case .remoteConnectionClosed, .uncleanShutdown, .requestStreamCancelled, .cancelled,
                .getConnectionFromPoolTimeout:
                self = .cut("the connection was cut")
            default: self = .nonsense("\(error)")
            }
        case NIOSSLError.uncleanShutdown: self = .cut("the connection was cut")
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            self = .untrusted("its certificate is for another name")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self = .untrusted("nobody known here vouches for its certificate, or it speaks no TLS")
        case HTTPParserError.invalidEOFState: self = .cut("the connection was cut")
        case is HTTPParserError: self = .nonsense("that is no HTTP")
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            self = .nonsense("what it packed cannot be unpacked, or is too much")
        case let error as NIOConnectionError:
            self = .unreachable(error.connectionErrors.isEmpty ? "there is no such host" : "nobody listens there")
        case let error as IOError:
            self =
                error.errnoCode == ECONNRESET || error.errnoCode == EPIPE
                ? .cut("the connection was cut") : .unreachable("\(error)")
        case is ChannelError: self = .cut("the connection was cut")
        default: self = .nonsense("\(error)")
        }
    }

    /// Whether the same request may fare better.
    var isWorthRetrying: Bool {
        switch self {
        case .unreachable, .cut: true
        case .untrusted, .refusedByProxy, .nonsense: false
        }
    }

    /// As a person reads it.
    func described(_ server: ServerAddress) -> StoreError {
        switch self {
        case .unreachable(let reason):
            StoreError(.unreachable, "\(server) cannot be reached: \(reason). Look at the network and the address.")
        case .cut(let reason):
            StoreError(.tryLater, "\(server) broke off: \(reason), again and again. Try again later.")
        case .untrusted(let reason):
            StoreError(
                .unreachable,
                "\(server) is not trusted: \(reason). With an authority of your company's own: launcher login \(server) "
                    + "--ca-file FILE")
        case .refusedByProxy(let reason):
            StoreError(
                .unreachable,
                "The proxy of this network does not let \(server) be reached: \(reason). See no_proxy too.")
        case .nonsense(let reason):
            StoreError(
                .brokenProtocol, "\(server) does not answer like a catalogue server: \(reason). Look at the address.")
        }
    }
}
