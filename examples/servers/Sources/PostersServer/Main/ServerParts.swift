import Accounts
import AppGroup
import Logging
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

/// Everything the routes work with, made once.
struct ServerParts: Sendable {
    let settings: Settings
    let store: PostersStore
    let authenticator: Authenticator<User, LoginChanges>
    let registrar: Registrar
    let photos: PhotoStore
    let reports: Reports
    let map: MapReports
    let transfers: RunningTransfers<LoginChanges>
    let registry: PrometheusRegistry
    let connections: ConnectionTally
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    init(
        settings: Settings, store: PostersStore, hasher: PasswordHasher, registry: PrometheusRegistry,
        limits: LoginLimits = LoginLimits(), clock: @escaping @Sendable () -> Timestamp = { .now }, logger: Logger
    ) throws {
        self.settings = settings
        self.store = store
        self.registry = registry
        self.clock = clock
        self.logger = logger
        authenticator = Authenticator(
            store: store, changes: store.logins, hasher: hasher, limits: limits, lifetime: .standard,
            clock: clock)
        registrar = Registrar(
            store: store, authenticator: authenticator, hasher: hasher, policy: settings.registration)
        photos = try PhotoStore(folder: settings.folder, store: store)
        reports = Reports(store: store)
        map = MapReports(store: store)
        connections = ConnectionTally(limits: settings.serving.connectionLimits)
        transfers = RunningTransfers(
            changes: store.logins, pace: .init(overSeconds: settings.serving.transferSeconds))
    }

    /// The metrics in Prometheus's text format.
    func exposition() -> String {
        registry.exposition() + connections.exposition() + ProcessMetrics.exposition()
    }
}
