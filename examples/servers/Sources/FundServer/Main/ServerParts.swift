import Accounts
import AppGroup
import Logging
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

/// Everything the routes work with, made once.
struct ServerParts: Sendable {
    let settings: Settings
    let store: FundStore
    let authenticator: Authenticator<User, LoginChanges>
    let registrar: Registrar
    let keys: SessionKeys
    let nonces: NonceLog
    let files: FileStore
    let transfers: RunningTransfers<LoginChanges>
    let registry: PrometheusRegistry
    let connections: ConnectionTally
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    init(
        settings: Settings, store: FundStore, hasher: PasswordHasher, registry: PrometheusRegistry,
        clock: @escaping @Sendable () -> Timestamp = { .now }, logger: Logger
    ) throws {
        self.settings = settings
        self.store = store
        self.registry = registry
        self.clock = clock
        self.logger = logger
        // Only one server at a time may have the nonces.
        nonces = try NonceLog(folder: settings.folder, at: clock(), logger: logger)
        keys = try SessionKeys(folder: settings.folder)
        authenticator = Authenticator(
            store: store, changes: store.logins, hasher: hasher, limits: LoginLimits(), lifetime: .standard,
            clock: clock)
        registrar = Registrar(store: store, hasher: hasher, policy: settings.registration)
        files = try FileStore(folder: settings.folder, store: store, limits: settings.limits)
        connections = ConnectionTally(limits: settings.serving.connectionLimits)
        transfers = RunningTransfers(
            changes: store.logins, pace: .init(overSeconds: settings.serving.transferSeconds))
    }

    /// The metrics in Prometheus's text format.
    func exposition() -> String {
        registry.exposition() + connections.exposition() + ProcessMetrics.exposition()
    }
}
