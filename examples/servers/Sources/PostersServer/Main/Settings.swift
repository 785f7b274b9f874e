import ServerCommands
import Serving

/// How to run this server.
struct Settings: Sendable {
    /// The folder of the database and the photos.
    let folder: String
    var serving = ServingSettings(listen: ListenAddress(host: "127.0.0.1", port: 8090))
    /// Where the map's tiles come from; `nil` for a map without tiles.
    var tiles: TileTemplate?
    var registration = RegistrationPolicy.open

    init(folder: String) { self.folder = folder }
}
