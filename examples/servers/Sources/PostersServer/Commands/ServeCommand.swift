import Accounts
import ArgumentParser
import CoreMetrics
import Logging
import Serving

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            The first run makes the folder and the database. Add a supervisor with posters-server user add, and a city's \
            lists with posters-server lists import.

            SIGTERM and SIGINT stop the server once the running requests are done, or after 10 s.
            """)

    @OptionGroup var data: DataOptions
    @Option(
        help: ArgumentHelp("Where to listen; port 0 picks a free one, which the log names.", valueName: "HOST:PORT"))
    var listen = "127.0.0.1:8090"
    @Option(help: "The URL of the server, for links; by default, the one that the user requested.")
    var publicURL: String?
    @Option(
        help: ArgumentHelp(
            "Where the map's tiles come from, such as https://tiles.example.org/{z}/{x}/{y}.png; by default, the map has none.",
            valueName: "TEMPLATE"))
    var tiles: String?
    @Option(help: ArgumentHelp("The notice that the license of the tiles asks for.", valueName: "TEXT"))
    var tilesAttribution = "© OpenStreetMap contributors"
    @Option(help: "Whether people may register themselves: open or closed.")
    var registration = RegistrationPolicy.open
    @Option(
        help: ArgumentHelp(
            "Proxies to trust for X-Forwarded-For, -Proto and -Host, separated by commas.",
            valueName: "ADDRESS[/BITS],…"))
    var trustedProxies: String?
    @Option(help: ArgumentHelp("TLS: the certificate chain, PEM.", valueName: "FILE")) var tlsCertificate: String?
    @Option(help: ArgumentHelp("TLS: the private key, PEM.", valueName: "FILE")) var tlsKey: String?
    @Option(
        help: ArgumentHelp(
            "Cut off transfers slower than 1 KiB/s over this many seconds, and requests that take longer to arrive.",
            valueName: "S"))
    var transferSeconds = 30
    @Option(
        help: ArgumentHelp(
            "The most connections at a time; others get status 503. The limit of open files may allow fewer.",
            valueName: "N"))
    var connections = ConnectionLimits().connections
    @Option(help: "debug, info, warning or error.") var logLevel = "info"

    func run() async throws {
        let settings = try settings()
        let logger = ServerProgram.posters.logger(settings.logLevel)
        let certificates = try settings.tls.map { try ServedCertificates($0, logger: logger) }
        let store = try data.open()
        let hasher = PasswordHasher()
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        let parts = try ServerParts(
            settings: settings, store: store, hasher: hasher, registry: registry, logger: logger)
        try await parts.photos.clearIncoming()
        let watch = DatabaseWatch(store.database, logger: logger) { store.logins.note(nil) }
        let run = ServerRun(
            host: settings.listen.host, port: settings.listen.port, patience: settings.shutdownPatience, logger: logger)
        try await run.run([
            try buildApplication(parts, certificates), watch,
            SessionKeeper(authenticator: parts.authenticator, logger: logger),
            PhotoKeeper(photos: parts.photos, clock: parts.clock, logger: logger),
            MapKeeper(map: parts.map, logger: logger),
            TransferWatch(transfers: parts.transfers, generations: store.logins),
            MemoryKeeper(tally: parts.connections),
        ])
        try await parts.authenticator.keepSessions()
        await hasher.shutDown()
        try store.close()
    }

    private func settings() throws -> Settings {
        var settings = Settings(folder: data.data)
        settings.listen = try ListenAddress(listen)
        settings.publicURL = try publicURL.map { try PublicURL($0) }
        settings.tiles = try tiles.map { try TileTemplate($0, attribution: tilesAttribution) }
        settings.registration = registration
        settings.trustedProxies = try trustedProxies?.split(separator: ",").map { try AddressRange(String($0)) } ?? []
        switch (tlsCertificate, tlsKey) {
        case (let certificates?, let key?): settings.tls = TLSFiles(certificates: certificates, privateKey: key)
        case (nil, nil): break
        default: throw ServiceError(.configuration, "TLS needs both --tls-certificate and --tls-key.")
        }
        guard (1...3600).contains(transferSeconds), (16...1_000_000).contains(connections) else {
            throw ServiceError(
                .configuration, "--transfer-seconds must be 1 to 3600, and --connections 16 to 1000000; correct them.")
        }
        (settings.transferSeconds, settings.connections) = (transferSeconds, connections)
        guard let level = Logger.Level(rawValue: logLevel) else {
            throw ServiceError(.configuration, "“\(logLevel)” is not a log level; use debug, info, warning or error.")
        }
        settings.logLevel = level
        return settings
    }
}
