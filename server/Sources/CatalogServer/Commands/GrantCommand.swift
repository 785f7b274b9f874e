import AppCatalog
import ArgumentParser
import Serving

struct GrantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Manage grants: who may have which packages.",
        subcommands: [Add.self, List.self, Remove.self])
}

extension GrantCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Grant a package, or all packages, to a user, a team or everyone.",
            discussion: """
                  catalog-server grant add com.example.rooms team:sales --channel beta

                Run it again with another channel to change the grant; without --channel, it becomes stable.
                """)

        @Argument(
            help: "The package's identifier, even if it is not published yet; “*” for all packages, even future ones.")
        var package: String
        @Argument(help: "user:NAME, team:NAME or everyone.") var subject: String
        @Option(help: "The release channel; beta includes stable.") var channel = ReleaseChannel.stable
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let (grant, isPublished) = try await catalog.administering { service in
                let grant = try await service.add(
                    NewGrant(subject: subject, package: package, channel: channel), by: .command())
                return (grant, try await service.isPublished(grant))
            }
            let deed =
                if let previous = grant.previousChannel {
                    "Changed the grant of \(grant.package) to \(grant.subject) from \(previous.rawValue) to "
                        + "\(grant.channel.rawValue), number \(grant.id)."
                } else {
                    "Granted \(grant.package) (\(grant.channel.rawValue)) to \(grant.subject), number \(grant.id)."
                }
            ServerProgram.catalog.say(deed)
            if !isPublished {
                ServerProgram.catalog.say(
                    "No package \(grant.package) is published yet; catalog-server package list shows all.")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the grants.")

        @OptionGroup var catalog: CatalogOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let list: GrantList = try await catalog.administering { try await $0.grants() }
            WireListing(
                list, ["NUMBER", "PACKAGE", "TO", "CHANNEL", "SINCE"],
                list.grants.map {
                    [
                        .number($0.id), .text($0.package), .text($0.subject), .text($0.channel.rawValue),
                        .moment($0.created),
                    ]
                }
            ).print(
                as: output.format,
                ifEmpty:
                    "There are no grants yet, so users get no packages. To add one: catalog-server grant add PACKAGE SUBJECT"
            )
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Revoke a grant. Downloads that depend on it end within a second.")

        @Argument(help: "The grant's number, from “grant list”.") var number: Int64
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let grant = try await catalog.administering { service in
                let grant = try await service.grants().grants.first { $0.id == number }
                try await service.removeGrant(number, by: .command())
                return grant
            }
            let what = grant.map { ": \($0.package) (\($0.channel.rawValue)) to \($0.subject)" } ?? ""
            ServerProgram.catalog.say("Removed grant \(number)\(what).")
        }
    }
}
