import AppCatalog
import ArgumentParser

struct UserAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a user.",
        discussion: "The password is asked for on a terminal, or made up and shown once.")

    @Argument(help: "1 to 64 of a-z, 0-9 and . _ - + @, the first a letter or a digit.") var name: String
    @Option(help: "user, publisher or administrator.") var role = AccountRole.user
    @OptionGroup var password: PasswordOptions
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let name = try UserName(name)
        try await catalog.administering { service in
            guard try await service.store.user(named: name) == nil else {
                throw ServiceError(.taken, "There is a user \(name) already.")
            }
            let text = try password.text(for: name)
            let answer = try await service.add(
                NewUser(name: "\(name)", role: role, password: text), by: .command())
            password.report("Added \(name), \(role.rawValue)", answer)
        }
    }
}
