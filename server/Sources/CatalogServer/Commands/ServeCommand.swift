import ArgumentParser
import Configuration
import CoreMetrics
import Foundation
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server; the first time, make its catalogue and a first administrator.",
        discussion: """
            Each option may also come from the environment or a file; an option wins over the environment, and that over \
            the file. --public-url is CATALOG_PUBLIC_URL in the environment, and "publicURL" in the file, which is an \
            object of JSON and is named by --config or CATALOG_CONFIG.

            A new catalogue wants --group. Its first administrator's password is asked for on a terminal, taken from \
            standard input with --password-stdin, or made up and shown once.

            SIGTERM and SIGINT end it as soon as running requests have ended, at the latest after --shutdown-seconds.
            """)

    @OptionGroup var catalog: CatalogOptions
    @OptionGroup(title: "A new catalogue") var first: FirstAdministratorOptions
    @OptionGroup(title: "Serving") var options: ServeOptions

    func run() async throws {
        var contents = options.contents
        contents[.group] = first.group.map { .string($0) }
        let settings = try await catalog.settings(with: contents)
        let logger = Self.logger(settings.logLevel)
        let certificates = try settings.tls.map { try ServedCertificates($0, logger: logger) }
        let hasher = PasswordHasher(width: settings.passwordThreads)
        let store = try await NewCatalog(settings: settings, hasher: hasher, first: first).open()
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        let parts = try ServerParts(
            settings: settings, store: store, generations: store.generations, hasher: hasher, registry: registry,
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [
                try buildApplication(parts, certificates), GenerationWatch(store: store, logger: logger),
                SessionKeeper(authenticator: parts.authenticator, logger: logger), parts.packages.watch(),
                parts.packages.keeper(logger),
                // Those that are cut off get a moment to notice.
                ShutdownBound(patience: settings.shutdownPatience + 5, logger: logger),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(settings.shutdownPatience)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            logger.warning("Some requests were cut off by the end of the server")
        } catch let error as IOError {
            throw ServiceError(error, listeningAt: settings)
        } catch is SocketAddressError.UnknownHost {
            throw ServiceError(.configuration, "There is no host \(settings.host); correct --host.")
        }
        try await parts.authenticator.keepSessions()
        await hasher.shutDown()
        await parts.packages.checker.shutDown()
        try await store.close()
    }

    private static func logger(_ level: Logger.Level) -> Logger {
        LoggingSystem.bootstrap { _ in JSONLogHandler(write: StandardError.write) }
        var logger = Logger(label: "catalog-server")
        logger.logLevel = level
        return logger
    }
}
