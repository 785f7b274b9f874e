import ArgumentParser

struct GrantRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a grant back: it ends within a second, downloads in progress too.")

    @Argument(help: "The grant's number, as grant list shows it.") var number: Int64
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await catalog.administering { try await $0.removeGrant(number, by: .command()) }
        Report.say("Removed the grant \(number).")
    }
}
