import AppCatalog
import ArgumentParser

struct UserPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Give a user a new password: his sessions end.",
        discussion: "It is asked for on a terminal, or made up and shown once.")

    @Argument(help: "The user.") var name: String
    @OptionGroup var password: PasswordOptions
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await catalog.administering { service in
            let user = try await service.required(name)
            let text = try password.text(for: user.name)
            let answer = try await service.setPassword(
                of: name, NewPassword(password: text), by: .command())
            password.report("\(user.name) has a new password", answer)
        }
    }
}
