public import Accounts
import AppGroupPlatform
import CoreMetrics
public import Logging
public import ServiceLifecycle
public import Serving
import SessionTables

/// The parts of a server apart from its database.
public struct ServerMaterials: Sendable {
    /// Hashes passwords.
    public let hasher: PasswordHasher
    /// Collects the metrics.
    public let registry: PrometheusRegistry
    /// For TLS; `nil` without it.
    public let certificates: ServedCertificates?
    /// The log.
    public let logger: Logger
}

/// The services of a running server.
public struct ServedParts<Holder: Account>: Sendable {
    let application: any Service
    let authenticator: Authenticator<Holder, LoginChanges>
    let transfers: RunningTransfers<LoginChanges>
    let connections: ConnectionTally
    let keepers: [any Service]

    /// - Parameter keepers: What the server does apart from requests.
    public init(
        application: any Service, authenticator: Authenticator<Holder, LoginChanges>,
        transfers: RunningTransfers<LoginChanges>, connections: ConnectionTally, keepers: [any Service]
    ) {
        self.application = application
        self.authenticator = authenticator
        self.transfers = transfers
        self.connections = connections
        self.keepers = keepers
    }
}

extension DataOptions {
    /// Serves the data until the process is told to stop.
    ///
    /// - Parameter build: Makes everything that the server is made of.
    public func serve(
        _ settings: ServingSettings, build: (Store, ServerMaterials) async throws -> ServedParts<Store.Holder>
    ) async throws {
        let logger = Store.program.logger(settings.logLevel)
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        let certificates = try settings.tls.map { try ServedCertificates($0, metrics: registry, logger: logger) }
        let store = try await open()
        try await store.renewIfCopy()
        let hasher = PasswordHasher(.current)
        let parts = try await build(
            store, ServerMaterials(hasher: hasher, registry: registry, certificates: certificates, logger: logger))
        let logins = LoginLog(store)
        let watch = DatabaseWatch(store.database, logger: logger) { try await logins.catchUp() }
        try await ServerRun(settings, connections: parts.connections, logger: logger).run(
            parts.application,
            beside: [
                watch, SessionKeeper(authenticator: parts.authenticator, logger: logger),
                TransferWatch(transfers: parts.transfers, changes: store.logins),
                MemoryKeeper(tally: parts.connections),
            ] + parts.keepers)
        try await parts.authenticator.keepSessions()
        await hasher.shutDown()
        try store.close(emptyingLog: true)
    }
}
