import Accounts
import AppGroupPlatform
import ArgumentParser
import Configuration
import CoreMetrics
import ServiceLifecycle
import Serving

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server. The first run creates the catalog and its first administrator.",
        discussion: """
            Each option can also be set in the environment or in a file: an option overrides the environment, which \
            overrides the file. For example, --public-url is CATALOG_PUBLIC_URL in the environment and "publicURL" in the \
            file. The file is a JSON object; --config or CATALOG_CONFIG names it.

            A new catalog needs --group. The server asks for the password of its first administrator on a terminal, \
            reads it from standard input with --password-stdin, or generates one and shows it once.

            SIGTERM and SIGINT stop the server once the running requests are done, or after --shutdown-seconds.
            """)

    @OptionGroup var catalog: CatalogOptions
    @OptionGroup(title: "A new catalog") var first: FirstAdministratorOptions
    @OptionGroup(title: "Serving") var options: ServeOptions
    @OptionGroup(title: "Packages") var blobs: BlobOptions
    @OptionGroup(title: "Packages in a bucket") var bucket: ServedBucketOptions

    func run() async throws {
        var contents = options.contents.merging(blobs.contents) { $1 }.merging(bucket.contents) { $1 }
        contents[.group] = first.group.map { .string($0) }
        let settings = try await catalog.settings(with: contents)
        let logger = ServerProgram.catalog.logger(settings.serving.logLevel)
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        let certificates = try settings.serving.tls.map {
            try ServedCertificates($0, metrics: registry, logger: logger)
        }
        let hasher = PasswordHasher(.current, width: settings.passwordThreads)
        let store = try await NewCatalog(
            settings: settings, hasher: hasher, first: first, mayShowPassword: !Self.writesToJournal
        ).open(insists: false)
        if let place = try await store.newPlace() {
            logger.warning("\(Moving.warning(place, CopyAddress(of: settings).abandonment))")
        }
        if settings.database == nil, let warning = StorageFolder.warning(ofReadable: settings.databaseFile) {
            logger.warning("\(warning)")
        }
        let parts = try ServerParts(
            settings: settings, store: store, changes: store.notifier, hasher: hasher, registry: registry,
            logger: logger)
        var services: [any Service] = [
            store.watch(logger), TablesWatch(store: store),
            SessionKeeper(authenticator: parts.authenticator, deletesEnded: false, logger: logger),
            parts.packages.watch(), parts.packages.keeper(logger), MemoryKeeper(tally: parts.connections),
        ]
        services += parts.chores
        if let check = parts.packages.check(logger) { services.append(check) }
        if case .folder = settings.blobs {
            services.append(
                FileCheck(catalog: parts.catalog, releases: store, blobs: parts.packages.blobs, logger: logger))
        }
        if let watch = parts.clockWatch { services.append(watch) }
        try await ServerRun(settings.serving, connections: parts.connections, logger: logger).run(
            try buildApplication(parts, certificates), beside: services)
        do {
            try await parts.authenticator.storeUses()
        } catch {
            logger.error("The last use of sessions can't be stored", metadata: ["error": "\(error)"])
        }
        await hasher.shutDown()
        await parts.packages.checker.shutDown()
        try await store.close(emptyingLog: true)
    }

    /// Whether systemd keeps what this process prints: then the variable names standard error by device and inode
    /// (systemd.exec(5)).
    private static var writesToJournal: Bool {
        guard let journal = ProcessEnvironment.current["JOURNAL_STREAM"],
            let error = try? Files.status("/dev/fd/2").identity
        else { return false }
        return journal == "\(error.device):\(error.inode)"
    }
}

/// How to run the server, apart from where its catalog lies.
struct ServeOptions: ParsableArguments {
    @Option(help: "The address to listen on (default: 127.0.0.1).") var host: String?
    @Option(help: "The port (default: 8080); 0 picks a free one, which the log names.") var port: Int?
    @Option(help: ArgumentHelp("TLS: the certificate chain, PEM.", valueName: "FILE")) var tlsCertificate: String?
    @Option(help: ArgumentHelp("TLS: the private key, PEM.", valueName: "FILE")) var tlsKey: String?
    @Option(help: "The URL of the server, for links; by default, the one that the user requested.")
    var publicURL: String?
    @Option(
        help: ArgumentHelp(
            "Proxies to trust for X-Forwarded-For, -Proto and -Host, separated by commas.",
            valueName: "ADDRESS[/BITS],…"))
    var trustedProxies: String?
    @Option(help: ArgumentHelp("A session ends after this many days without use (default: 30).", valueName: "DAYS"))
    var sessionIdleDays: Int?
    @Option(help: ArgumentHelp("Every session ends after this many days (default: 365).", valueName: "DAYS"))
    var sessionMaximumDays: Int?
    @Option(
        help: ArgumentHelp(
            "How many passwords to hash at once, with 128 MiB of memory each (default: 2).", valueName: "N"))
    var passwordThreads: Int?
    @Option(
        help: ArgumentHelp(
            "At shutdown, running requests have this many seconds to finish (default: 10).", valueName: "S"))
    var shutdownSeconds: Int?
    @Option(help: ArgumentHelp("The largest package, in mebibytes (default: 4096).", valueName: "MIB"))
    var packageMebibytes: Int?
    @Option(
        help: ArgumentHelp(
            "Keep the newest N releases that all users get, per channel and platform, and remove older ones when "
                + "publishing.",
            valueName: "N"))
    var keptReleases: Int?
    @Option(
        help: ArgumentHelp(
            "Cut off transfers slower than 1 KiB/s over this many seconds, and requests that take longer to arrive "
                + "(default: 30).",
            valueName: "S"))
    var transferSeconds: Int?
    @Option(
        help: ArgumentHelp(
            "The maximum number of connections at a time (default: 4096); others get status 503. The limit on open files "
                + "may allow fewer.",
            valueName: "N"))
    var connections: Int?
    @Option(
        help: ArgumentHelp(
            "The total memory for requests and responses waiting for clients, across all connections, in mebibytes "
                + "(default: 256). If it is full, new requests get status 503, and so do GET and HEAD requests whose "
                + "response does not fit.",
            valueName: "MIB"))
    var waitingMebibytes: Int?
    @Option(
        help: ArgumentHelp(
            "How much of the database to keep in memory, in mebibytes (default: 256).", valueName: "MIB"))
    var cacheMebibytes: Int?
    @Option(help: "debug, info, warning or error (default: info).") var logLevel: String?

    var contents: [SettingsReader.Key: ConfigContent?] {
        [
            .host: host.map { .string($0) }, .port: port.map { .int($0) },
            .tlsCertificate: tlsCertificate.map { .string($0) }, .tlsKey: tlsKey.map { .string($0) },
            .publicURL: publicURL.map { .string($0) },
            .trustedProxies: trustedProxies.map { .stringArray($0.split(separator: ",").map(String.init)) },
            .sessionIdleDays: sessionIdleDays.map { .int($0) },
            .sessionMaximumDays: sessionMaximumDays.map { .int($0) },
            .passwordThreads: passwordThreads.map { .int($0) },
            .packageMebibytes: packageMebibytes.map { .int($0) }, .keptReleases: keptReleases.map { .int($0) },
            .transferSeconds: transferSeconds.map { .int($0) }, .connections: connections.map { .int($0) },
            .waitingMebibytes: waitingMebibytes.map { .int($0) },
            .cacheMebibytes: cacheMebibytes.map { .int($0) },
            .shutdownSeconds: shutdownSeconds.map { .int($0) }, .logLevel: logLevel.map { .string($0) },
        ]
    }
}
