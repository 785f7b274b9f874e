import ArgumentParser
import ServerCommands
import Serving

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            The first run makes the folder and the database. Add a supervisor with posters-server user add, and a city's \
            lists with posters-server lists import.

            SIGTERM and SIGINT stop the server once the running requests are done, or after 10 s.
            """)

    @OptionGroup var data: DataOptions<PostersStore>
    @Option(
        help: ArgumentHelp("Where to listen; port 0 picks a free one, which the log names.", valueName: "HOST:PORT"))
    var listen = "127.0.0.1:8090"
    @Option(
        help: ArgumentHelp(
            "Where the map's tiles come from, such as https://tiles.example.org/{z}/{x}/{y}.png; by default, the map has none.",
            valueName: "TEMPLATE"))
    var tiles: String?
    @Option(help: ArgumentHelp("The notice that the license of the tiles requires.", valueName: "TEXT"))
    var tilesAttribution = "© OpenStreetMap contributors"
    @Option(help: "Whether people may register themselves: open or closed.")
    var registration = RegistrationPolicy.open
    @OptionGroup var serving: ServingOptions

    func run() async throws {
        let settings = try settings()
        try await data.serve(settings.serving) { store, materials in
            let parts = try ServerParts(
                settings: settings, store: store, hasher: materials.hasher, registry: materials.registry,
                logger: materials.logger)
            try await parts.photos.clearIncoming()
            return ServedParts(
                application: try buildApplication(parts, materials.certificates), authenticator: parts.authenticator,
                transfers: parts.transfers, connections: parts.connections,
                keepers: [
                    HourlyKeeper(
                        OutageLog(
                            parts.logger, broken: "Unused photos can't be deleted",
                            mended: "Unused photos are deleted again")
                    ) {
                        PostersStore.warn(ofUnnamed: try await parts.photos.collect(at: parts.clock()), parts.logger)
                        try await parts.photos.store.forgetAnswers(at: parts.clock())
                    },
                    MapKeeper(map: parts.map, logger: parts.logger),
                ])
        }
    }

    private func settings() throws -> Settings {
        var settings = Settings(folder: data.data)
        settings.serving = try serving.settings(listen: listen)
        settings.tiles = try tiles.map { try TileTemplate($0, attribution: tilesAttribution) }
        settings.registration = registration
        return settings
    }
}
