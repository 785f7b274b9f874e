import AppCatalog
import ArgumentParser

struct UserRoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "role", abstract: "Say what a user may do.")

    @Argument(help: "The user.") var name: String
    @Argument(help: "user, publisher or administrator.") var role: AccountRole
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let user = try await catalog.administering { service in
            try await service.change(name, UserChange(role: role), by: .command())
        }
        Report.say("\(user.name) is \(user.role.rawValue) now.")
    }
}
