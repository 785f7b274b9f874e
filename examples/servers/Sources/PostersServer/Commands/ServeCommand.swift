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
    @Option(
        help: ArgumentHelp(
            "Where the map's tiles come from, such as https://tiles.example.org/{z}/{x}/{y}.png; by default, the map has none.",
            valueName: "TEMPLATE"))
    var tiles: String?
    @Option(help: ArgumentHelp("The notice that the license of the tiles asks for.", valueName: "TEXT"))
    var tilesAttribution = "© OpenStreetMap contributors"
    @Option(help: "Whether people may register themselves: open or closed.")
    var registration = RegistrationPolicy.open
    @OptionGroup var serving: ServingOptions

    func run() async throws {
        let settings = try settings()
        let logger = ServerProgram.posters.logger(settings.serving.logLevel)
        let certificates = try settings.serving.tls.map { try ServedCertificates($0, logger: logger) }
        let store = try data.open()
        let hasher = PasswordHasher()
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        let parts = try ServerParts(
            settings: settings, store: store, hasher: hasher, registry: registry, logger: logger)
        try await parts.photos.clearIncoming()
        let watch = DatabaseWatch(store.database, logger: logger) { store.logins.note(nil) }
        let run = ServerRun(
            host: settings.serving.listen.host, port: settings.serving.listen.port,
            patience: settings.serving.shutdownPatience, logger: logger)
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
        settings.serving = try serving.settings(listen: listen)
        settings.tiles = try tiles.map { try TileTemplate($0, attribution: tilesAttribution) }
        settings.registration = registration
        return settings
    }
}
