import AppCatalog
import ArgumentParser

struct UserDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Shut a user out: his sessions and downloads end within a second.")

    @Argument(help: "The user.") var name: String
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let user = try await catalog.administering { service in
            try await service.change(name, UserChange(disabled: true), by: .command())
        }
        Report.say("Disabled \(user.name).")
    }
}
