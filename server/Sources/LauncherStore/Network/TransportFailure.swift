import AppPackage
import Downloading

/// Why an answer did not arrive, or not completely.
enum TransportFailure: Error {
    /// No connection was established.
    case unreachable(String)
    /// The connection ended, or went silent.
    case cut(String)
    /// The other side could not prove that it is the server.
    case untrusted(String)
    /// The other side closed the connection instead of encrypting it.
    case noHandshake(String)
    /// The proxy of this network does not let it through.
    case refusedByProxy(String)
    /// The answer is not HTTP.
    case nonsense(String)

    /// Turns an error of the HTTP client into a failure.
    init(_ error: DownloadError) {
        let distrust = "nobody known here vouches for its certificate, or it speaks no TLS"
        self =
            switch error.failure {
            case .unavailable: .unreachable("libcurl cannot be used on this machine, install it")
            case .noThread: .unreachable("no thread is left for the request")
            case .noHost: .unreachable("there is no such host")
            case .noProxyHost: .unreachable("there is no such host as the proxy's")
            case .refusedConnection: .unreachable("nobody listens there")
            case .silentServer: .unreachable("it does not answer")
            case .silentProxy: .unreachable("the proxy does not answer")
            case .silentEncryption: .unreachable("it does not answer as a TLS server")
            case .proxyCredentials:
                .refusedByProxy("it wants another user and password, in the environment's https_proxy")
            case .refusedByProxy: .refusedByProxy("it does not permit that, or is no HTTP proxy")
            case .cut: .cut("the connection was cut")
            case .silent: .cut("nothing more came")
            case .cutHandshake: .noHandshake(distrust)
            case .otherName: .untrusted("its certificate is for another name")
            case .expired: .untrusted("its certificate has expired")
            case .notYetValid: .untrusted("its certificate is not valid yet, or the clock of this machine is wrong")
            case .untrusted, .brokenEncryption: .untrusted(distrust)
            case .nonsense: .nonsense("that is no HTTP")
            case .badCompression: .nonsense("what it packed cannot be unpacked")
            case .other(let words): .nonsense(words)
            case nil: .nonsense(error.description)
            }
    }

    /// An answer that is longer than it may be, in bytes.
    static func tooMuch(limit: Int) -> TransportFailure { .nonsense("it sends more than \(ByteCount(UInt64(limit)))") }

    /// How often a request is worth sending in all.
    ///
    /// - Parameter policy: The policy for a server that can be reached.
    func attempts(_ policy: RetryPolicy) -> Int {
        switch self {
        case .cut: policy.attempts
        case .unreachable, .noHandshake: policy.attemptsToConnect
        case .untrusted, .refusedByProxy, .nonsense: 1
        }
    }

    /// The failure as a sentence for the person.
    func described(_ server: ServerAddress) -> ClientError {
        switch self {
        case .unreachable(let reason):
            ClientError(.unreachable, "\(server) cannot be reached: \(reason). Check the network and the address.")
        case .cut(let reason):
            ClientError(.tryLater, "\(server) broke off: \(reason), again and again. Try again later.")
        case .untrusted(let reason), .noHandshake(let reason):
            ClientError(
                .unreachable,
                "\(server) is not trusted: \(reason). With an authority of your company's own: launcher login \(server) "
                    + "--ca-file FILE")
        case .refusedByProxy(let reason):
            ClientError(
                .unreachable,
                "The proxy of this network does not let \(server) be reached: \(reason). See no_proxy too.")
        case .nonsense(let reason):
            ClientError(
                .brokenProtocol, "\(server) does not answer like a catalog server: \(reason). Check the address.")
        }
    }
}
