import AppCatalog
import ArgumentParser

struct GrantListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the grants.")

    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let list: GrantList = try await catalog.administering { try await $0.grants() }
        WireListing(
            list, ["NUMBER", "PACKAGE", "TO", "CHANNEL", "SINCE"],
            list.grants.map {
                [.number($0.id), .text($0.package), .text($0.subject), .text($0.channel.rawValue), .moment($0.created)]
            }
        ).print(as: output.format)
    }
}
