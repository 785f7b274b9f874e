import AppCatalog
import ArgumentParser

struct UserEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Let a user in again.")

    @Argument(help: "The user.") var name: String
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let user = try await catalog.administering { service in
            try await service.change(name, UserChange(disabled: false), by: .command())
        }
        Report.say("Enabled \(user.name).")
    }
}
