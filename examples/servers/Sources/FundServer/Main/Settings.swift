import ServerCommands
import Serving

/// How to run this server.
struct Settings: Sendable {
    /// The folder of the database and the files.
    let folder: String
    var serving = ServingSettings(listen: ListenAddress(host: "127.0.0.1", port: 8092))
    var registration = RegistrationPolicy.closed
    var limits = AccountLimits()

    init(folder: String) { self.folder = folder }
}
