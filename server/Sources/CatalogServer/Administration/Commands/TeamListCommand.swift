import AppCatalog
import ArgumentParser

struct TeamListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the teams and their members.")

    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let list: TeamList = try await catalog.administering { try await $0.teams() }
        WireListing(
            list, ["NAME", "SINCE", "MEMBERS"],
            list.teams.map { [.text($0.name), .moment($0.created), .text($0.members.joined(separator: " "))] }
        ).print(as: output.format)
    }
}
