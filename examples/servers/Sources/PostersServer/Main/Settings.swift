import Logging
import Serving

/// How to run this server.
struct Settings: Sendable {
    /// The folder of the database and the photos.
    let folder: String
    var listen = ListenAddress(host: "127.0.0.1", port: 8090)
    /// The server's URL for its users, such as `https://posters.example.org`; `nil` to take it from each request.
    var publicURL: PublicURL?
    /// Where the map's tiles come from; `nil` for a map without tiles.
    var tiles: TileTemplate?
    var registration = RegistrationPolicy.open
    /// The proxies to trust for `X-Forwarded-*`.
    var trustedProxies: [AddressRange] = []
    /// Without these files there is no TLS.
    var tls: TLSFiles?
    var logLevel = Logger.Level.info
    /// How many seconds running requests have to end at shutdown.
    var shutdownPatience = 10
    /// A transfer slower than 1 KiB/s, averaged over this many seconds, is cut off; so is a short request that takes longer to
    /// arrive.
    var transferSeconds = 30
    /// How many connections there may be at a time.
    var connections = ConnectionLimits().connections
    /// How many bytes of requests and answers may wait in memory for all connections together.
    var waitingBytes = ConnectionLimits().waitingBytes

    init(folder: String) { self.folder = folder }

    var originRules: OriginRules {
        OriginRules(
            trustedProxies: trustedProxies, publicURL: publicURL, isEncrypted: tls != nil,
            patience: .seconds(transferSeconds))
    }
}

/// Where the server listens: `HOST:PORT`, or `[ADDRESS]:PORT` for an IPv6 address.
struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    let host: String
    /// 0 picks a free one, which the log names.
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads what a person typed.
    init(_ text: String) throws(ServiceError) {
        guard let match = text.wholeMatch(of: /(?:\[([0-9A-Fa-f:.]+)\]|([^:\[\]\s]+)):([0-9]{1,5})/),
            let port = Int(match.3), port < 65_536
        else {
            throw ServiceError(
                .configuration, "“\(text)” is no address to listen on; write it as 127.0.0.1:8090 or [::1]:8090.")
        }
        self.init(host: String(match.1 ?? match.2 ?? ""), port: port)
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
