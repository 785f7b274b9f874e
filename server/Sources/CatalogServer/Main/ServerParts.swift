import Accounts
import AppGroup
import Logging
import Serving

/// Everything the routes work with, made once.
struct ServerParts: Sendable {
    let settings: Settings
    let store: any CatalogStore
    let notifier: ChangeNotifier<Changes>
    let hasher: PasswordHasher
    let authenticator: CatalogAuthenticator
    private let limits: LoginLimits
    let catalog: CatalogService
    let administration: AdministrationService
    let packages: PackageParts
    let clock: @Sendable () -> Timestamp
    let registry: PrometheusRegistry
    let connections: ConnectionTally
    let logger: Logger

    init(
        settings: Settings, store: any CatalogStore, changes notifier: ChangeNotifier<Changes>, hasher: PasswordHasher,
        limits: LoginLimits = LoginLimits(), registry: PrometheusRegistry,
        clock: @escaping @Sendable () -> Timestamp = { .now }, logger: Logger
    ) throws {
        self.settings = settings
        self.store = store
        self.notifier = notifier
        self.hasher = hasher
        self.limits = limits
        self.clock = clock
        self.registry = registry
        self.logger = logger
        connections = ConnectionTally(limits: settings.serving.connectionLimits)
        administration = AdministrationService(store: store, hasher: hasher, lifetime: settings.sessionLifetime)
        let shares = CacheShares(of: settings.cacheSize)
        catalog = try CatalogService(store: store, changes: notifier, shares: shares, logger: logger)
        func authenticator(_ limits: some AttemptLimits) -> CatalogAuthenticator {
            CatalogAuthenticator(
                store: store, changes: notifier, hasher: hasher, limits: limits,
                lifetime: settings.sessionLifetime, cacheLimit: shares.sessions, clock: clock)
        }
        self.authenticator =
            store.shared.map { authenticator(SharedLoginLimits(own: limits, ledger: $0)) } ?? authenticator(limits)
        packages = try PackageParts(
            settings: settings, store: store, catalog: catalog, changes: notifier, connections: connections,
            clock: clock)
    }
}

extension ServerParts {
    /// The work that only one of the servers does, while this server runs.
    var chores: [ChoreKeeper] {
        let (store, authenticator, rates) = (store, authenticator, [limits.addressRate, limits.nameRate])
        let sessions = ChoreKeeper(chore: .sessions, store: store, logger: logger) {
            // Other servers have noted when their sessions began and were used.
            try await authenticator.forgetSessions(at: store.shared?.moment())
            try await store.shared?.forgetAttempts(at: rates)
        }
        return [sessions] + packages.chores(store, logger)
    }

    /// Compares the clock of this machine with that of the database, if other servers use it, too.
    var clockWatch: ClockWatch? { store.shared.map { ClockWatch(ledger: $0, clock: clock, logger: logger) } }

    /// What is kept in memory of the database.
    var caches: CacheMetrics {
        CacheMetrics(limit: settings.cacheSize) { [authenticator, catalog] in
            [authenticator.cacheUsage] + catalog.cacheUsage
        }
    }
}
