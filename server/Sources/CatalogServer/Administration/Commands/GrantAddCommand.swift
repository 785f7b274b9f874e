import AppCatalog
import ArgumentParser

struct GrantAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Grant a package, or all of them, to a user, a team or everyone.",
        discussion: """
            catalog-server grant add com.example.rooms team:sales --channel beta

            The same again with another channel changes the grant.
            """)

    @Argument(
        help: "The package's identifier, which need not be there yet; “*” for all of them, those of later days too.")
    var package: String
    @Argument(help: "user:NAME, team:NAME or everyone.") var subject: String
    @Option(help: "stable or beta, which includes stable.") var channel = ReleaseChannel.stable
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let grant = try await catalog.administering { service in
            try await service.add(NewGrant(subject: subject, package: package, channel: channel), by: .command())
        }
        Report.say("Granted \(grant.package) (\(grant.channel.rawValue)) to \(grant.subject), number \(grant.id).")
    }
}
