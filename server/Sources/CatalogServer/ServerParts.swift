import AppGroup
import Foundation
import Logging

/// Everything that the routes work with, made once.
struct ServerParts: Sendable {
    let settings: Settings
    let store: any CatalogStore
    let generations: GenerationNotifier
    let hasher: PasswordHasher
    let authenticator: Authenticator
    let catalog: CatalogService
    let administration: AdministrationService
    let packages: PackageParts
    let clock: @Sendable () -> Timestamp
    let registry: PrometheusRegistry
    let logger: Logger

    init(
        settings: Settings, store: any CatalogStore, generations: GenerationNotifier, hasher: PasswordHasher,
        limits: LoginLimits = LoginLimits(), registry: PrometheusRegistry,
        clock: @escaping @Sendable () -> Timestamp = { .now }, logger: Logger
    ) throws {
        self.settings = settings
        self.store = store
        self.generations = generations
        self.hasher = hasher
        self.clock = clock
        self.registry = registry
        self.logger = logger
        administration = AdministrationService(store: store, hasher: hasher, lifetime: settings.sessionLifetime)
        catalog = CatalogService(group: store.group, store: store)
        authenticator = Authenticator(
            store: store, generations: generations, hasher: hasher, limits: limits, lifetime: settings.sessionLifetime,
            clock: clock)
        packages = try PackageParts(
            settings: settings, store: store, catalog: catalog, generations: generations, clock: clock)
    }
}

extension Timestamp {
    static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
