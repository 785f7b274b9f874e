public import Logging

/// The settings that every server has, apart from those for its purpose.
public struct ServingSettings: Sendable {
    /// Where it listens.
    public var listen: ListenAddress
    /// The server's URL for its users, such as `https://posters.example.org`; `nil` to take it from each request.
    public var publicURL: PublicURL?
    /// The proxies to trust for `X-Forwarded-*`.
    public var trustedProxies: [AddressRange] = []
    /// Without these files there is no TLS.
    public var tls: TLSFiles?
    /// The least important lines that the log has.
    public var logLevel = Logger.Level.info
    /// How many seconds running requests have to end at shutdown.
    public var shutdownPatience = 10
    /// A transfer slower than 1 KiB/s, averaged over this many seconds, is cut off; so is a short request that takes longer to
    /// arrive.
    public var transferSeconds = 30
    /// How many connections there may be at a time.
    public var connections = ConnectionLimits().connections
    /// How many bytes of requests and answers may wait in memory for all connections together.
    public var waitingBytes = ConnectionLimits().waitingBytes

    /// What ``transferSeconds`` may be.
    package static let allowedTransferSeconds = 1...3600
    /// What ``connections`` may be.
    package static let allowedConnections = 16...1_000_000

    /// The usual settings.
    public init(listen: ListenAddress) { self.listen = listen }

    /// How to find out where a request came from.
    public var originRules: OriginRules {
        OriginRules(
            trustedProxies: trustedProxies, publicURL: publicURL, isEncrypted: tls != nil,
            patience: .seconds(transferSeconds))
    }

    /// What connections may take.
    public var connectionLimits: ConnectionLimits {
        ConnectionLimits(
            connections: connections, waitingBytes: waitingBytes, transferSeconds: transferSeconds,
            isEncrypted: tls != nil)
    }
}

extension TLSFiles {
    /// Takes the values of `--tls-certificate` and `--tls-key`; `nil` if neither is given.
    ///
    /// - Throws: `configuration` if only one is.
    package init?(certificate: String?, key: String?) throws(ServiceError) {
        switch (certificate, key) {
        case (let certificate?, let key?): self.init(certificates: certificate, privateKey: key)
        case (nil, nil): return nil
        default: throw ServiceError(.configuration, "TLS needs both --tls-certificate and --tls-key.")
        }
    }
}

extension Logger.Level {
    /// Takes the value of `--log-level`.
    ///
    /// - Throws: `configuration` if there is no such level.
    package init(named name: String) throws(ServiceError) {
        guard let level = Self(rawValue: name) else {
            throw ServiceError(.configuration, "“\(name)” is not a log level; use debug, info, warning or error.")
        }
        self = level
    }
}

/// Where the server listens: `HOST:PORT`, or `[ADDRESS]:PORT` for an IPv6 address.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or an address, without brackets.
    public let host: String
    /// 0 picks a free one, which the log names.
    public let port: Int

    /// Puts both together.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads what a person typed.
    public init(_ text: String) throws(ServiceError) {
        guard let match = text.wholeMatch(of: /(?:\[([0-9A-Fa-f:.]+)\]|([^:\[\]\s]+)):([0-9]{1,5})/),
            let port = Int(match.3), port < 65_536
        else {
            throw ServiceError(
                .configuration, "“\(text)” is not an address to listen on; write it as 127.0.0.1:8090 or [::1]:8090.")
        }
        self.init(host: String(match.1 ?? match.2 ?? ""), port: port)
    }

    /// As people write it.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
