import ArgumentParser
import ServerCommands
import Serving

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server.",
        discussion: """
            The first run makes the folder and the database. Add an account with fund-server user add.

            SIGTERM and SIGINT stop the server once the running requests are done, or after 10 s.
            """)

    @OptionGroup var data: DataOptions<FundStore>
    @Option(
        help: ArgumentHelp("Where to listen; port 0 picks a free one, which the log names.", valueName: "HOST:PORT"))
    var listen = "127.0.0.1:8092"
    @Option(help: "Whether people may make accounts themselves: open or closed.")
    var registration = RegistrationPolicy.closed
    @Option(help: ArgumentHelp("The maximum number of objects of an account.", valueName: "N"))
    var userObjects = AccountLimits().objects
    @Option(
        help: ArgumentHelp(
            "The maximum number of mebibytes of an account, objects and files together.", valueName: "N"))
    var userMebibytes = Int(AccountLimits().bytes >> 20)
    // Older releases knew only this option.
    @Option(help: .hidden) var userMegabytes: Int?
    @OptionGroup var serving: ServingOptions

    func run() async throws {
        let settings = try settings()
        try await data.serve(settings.serving) { store, materials in
            let parts = try ServerParts(
                settings: settings, store: store, hasher: materials.hasher, registry: materials.registry,
                logger: materials.logger)
            return ServedParts(
                application: try buildApplication(parts, materials.certificates), authenticator: parts.authenticator,
                transfers: parts.transfers, connections: parts.connections,
                keepers: [
                    HourlyKeeper(
                        OutageLog(
                            parts.logger, broken: "Unused files can't be deleted",
                            mended: "Unused files are deleted again")
                    ) {
                        FundStore.warn(ofUnnamed: try await parts.files.collect(at: parts.clock()), parts.logger)
                        try await parts.files.store.forgetDeletions(beyond: parts.files.limits.deletions)
                    }
                ])
        }
    }

    private func settings() throws -> Settings {
        var settings = Settings(folder: data.data)
        settings.serving = try serving.settings(listen: listen)
        settings.registration = registration
        guard (1...10_000_000).contains(userObjects), (1...1_000_000_000).contains(userMegabytes ?? userMebibytes)
        else {
            throw ServiceError(
                .configuration,
                """
                --user-objects must be 1 to 10000000, and --user-mebibytes (or --user-megabytes) 1 to 1000000000; correct \
                them.
                """)
        }
        settings.limits = AccountLimits(
            objects: userObjects, bytes: userMegabytes.map { Int64($0) * 1_000_000 } ?? Int64(userMebibytes) << 20)
        return settings
    }
}
