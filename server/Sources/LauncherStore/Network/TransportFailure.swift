import AppGroupText
import AppPackage
import Downloading

/// Why an answer did not arrive, or not completely.
enum TransportFailure: Error {
    /// This machine cannot send requests now, as a whole sentence says.
    case unsent(String)
    /// No connection was established.
    case unreachable(String)
    /// The connection ended, or went silent.
    case cut(String)
    /// The other side could not prove that it is the server.
    case untrusted(Distrust)
    /// The other side closed the connection instead of encrypting it.
    case noHandshake
    /// The proxy of this network does not let it through.
    case refusedByProxy(String)
    /// The answer is not HTTP.
    case nonsense(String)
    /// The answer is longer than it may be, in bytes.
    case tooLarge(limit: Int)
    /// One of these with another host, to which the server redirects.
    indirect case elsewhere(host: String, TransportFailure)

    /// Turns an error of the HTTP client into a failure.
    ///
    /// - Parameter server: The server that was asked first.
    init(_ error: DownloadError, askedOf server: ServerAddress) {
        self.init(error)
        if let host = error.host, host != WebAddress("\(server)")?.host { self = .elsewhere(host: host, self) }
    }

    private init(_ error: DownloadError) {
        self =
            switch error.failure {
            case .unavailable, .noThread: .unsent(error.description)
            case .noHost: .unreachable("there is no such host")
            case .noProxyHost: .unreachable("the proxy that https_proxy or all_proxy names cannot be found")
            case .refusedConnection: .unreachable("no server listens there")
            case .silentServer: .unreachable("it does not answer")
            case .silentProxy: .unreachable("the proxy does not answer")
            case .silentEncryption: .unreachable("it does not answer as a TLS server")
            case .unreachableByProxy: .unreachable("the proxy of this network cannot reach it at the moment")
            case .proxyCredentials:
                .refusedByProxy("it requires a different user and password than https_proxy or all_proxy gives")
            case .refusedByProxy: .refusedByProxy("it does not permit that, or is not an HTTP proxy")
            case .cut: .cut("the connection was cut")
            case .silent: .cut("nothing more came")
            case .cutHandshake: .noHandshake
            case .otherName: .untrusted(.otherName)
            case .expired: .untrusted(.expired)
            case .notYetValid: .untrusted(.notYetValid)
            case .untrusted: .untrusted(.unknownAuthority)
            case .brokenEncryption: .untrusted(.noEncryption)
            case .nonsense: .nonsense("its answer is not HTTP")
            case .badCompression: .nonsense("its compressed answer is damaged")
            case .other(let words): .nonsense(words)
            case nil: .nonsense(error.description)
            }
    }

    /// The host that failed, if it is not the server that was asked first.
    var otherHost: String? { if case .elsewhere(let host, _) = self { host } else { nil } }

    /// How often a request is worth sending in all.
    ///
    /// - Parameter hasAnswered: Whether this host has answered the command before.
    func attempts(_ policy: RetryPolicy, hasAnswered: Bool) -> Int {
        switch self {
        case .cut: policy.attempts
        case .unreachable, .noHandshake: hasAnswered ? policy.attemptsToReconnect : policy.attemptsToConnect
        case .unsent: policy.attemptsToConnect
        case .untrusted, .refusedByProxy, .nonsense, .tooLarge: 1
        case .elsewhere(_, let failure): failure.attempts(policy, hasAnswered: hasAnswered)
        }
    }

    /// The failure as a sentence for the person.
    ///
    /// - Parameters:
    ///   - server: The server that was asked first.
    ///   - authorityFile: The certificates that are trusted beside those of the system.
    func described(_ server: ServerAddress, trusting authorityFile: String?) -> ClientError {
        described(server, as: "\(server)", trusting: authorityFile)
    }

    /// - Parameter name: What failed, in a sentence.
    private func described(_ server: ServerAddress, as name: String, trusting authorityFile: String?) -> ClientError {
        switch self {
        case .unsent(let sentence): ClientError(.unreachable, sentence)
        case .elsewhere(let host, let failure):
            failure.described(server, as: "\(host), to which \(server) redirects,", trusting: authorityFile)
        case .unreachable(let reason):
            ClientError(.unreachable, "\(name) cannot be reached: \(reason). Check the network and the address.")
        case .cut(let reason):
            ClientError(.tryLater, "\(name) broke off repeatedly: \(reason). Try again later.")
        case .untrusted(let distrust):
            ClientError(
                .unreachable, "\(name) is not trusted: \(distrust.words(about: server, trusting: authorityFile))")
        case .noHandshake:
            TransportFailure.untrusted(.noEncryption).described(server, as: name, trusting: authorityFile)
        case .refusedByProxy(let reason):
            ClientError(
                .unreachable,
                "The proxy of this network does not connect to \(name): \(reason). See no_proxy, too.")
        case .nonsense(let reason):
            ClientError(
                .brokenProtocol, "\(name) does not answer like a catalog server: \(reason). Check the address.")
        case .tooLarge(let limit):
            ClientError(
                .tooLarge,
                "\(name) does not answer like a catalog server: it sends more than \(ByteCount(limit)). Check the address."
            )
        }
    }
}
