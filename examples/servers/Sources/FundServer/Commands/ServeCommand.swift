import Accounts
import ArgumentParser
import CoreMetrics
import Serving

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            The first run makes the folder and the database. Add an account with fund-server user add.

            SIGTERM and SIGINT stop the server once the running requests are done, or after 10 s.
            """)

    @OptionGroup var data: DataOptions
    @Option(
        help: ArgumentHelp("Where to listen; port 0 picks a free one, which the log names.", valueName: "HOST:PORT"))
    var listen = "127.0.0.1:8092"
    @Option(help: "Whether people may make accounts themselves: open or closed.")
    var registration = RegistrationPolicy.closed
    @Option(help: ArgumentHelp("The most objects of an account.", valueName: "N"))
    var userObjects = AccountLimits().objects
    @Option(help: ArgumentHelp("The most megabytes of an account, objects and files together.", valueName: "N"))
    var userMegabytes = Int(AccountLimits().bytes / 1_000_000)
    @OptionGroup var serving: ServingOptions

    func run() async throws {
        let settings = try settings()
        let logger = ServerProgram.fund.logger(settings.serving.logLevel)
        let certificates = try settings.serving.tls.map { try ServedCertificates($0, logger: logger) }
        let store = try data.open()
        let hasher = PasswordHasher()
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        let parts = try ServerParts(
            settings: settings, store: store, hasher: hasher, registry: registry, logger: logger)
        let watch = DatabaseWatch(store.database, logger: logger) { store.logins.note(nil) }
        let run = ServerRun(
            host: settings.serving.listen.host, port: settings.serving.listen.port,
            patience: settings.serving.shutdownPatience, logger: logger)
        try await run.run([
            try buildApplication(parts, certificates), watch,
            SessionKeeper(authenticator: parts.authenticator, logger: logger),
            Keeper(files: parts.files, clock: parts.clock, logger: logger),
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
        settings.registration = registration
        guard (1...10_000_000).contains(userObjects), (1...1_000_000_000).contains(userMegabytes) else {
            throw ServiceError(
                .configuration,
                "--user-objects must be 1 to 10000000, and --user-megabytes 1 to 1000000000; correct them.")
        }
        settings.limits = AccountLimits(objects: userObjects, bytes: Int64(userMegabytes) * 1_000_000)
        return settings
    }
}
