import ArgumentParser

struct TeamRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a team, with what was granted to it.")

    @Argument(help: "The team.") var name: String
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await catalog.administering { try await $0.removeTeam(name, by: .command()) }
        Report.say("Removed the team \(name).")
    }
}
