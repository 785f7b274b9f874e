import ArgumentParser

struct UserRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a user, with his sessions, memberships and grants.",
        discussion: "What he published stays, and so does what the audit log says of him.")

    @Argument(help: "The user.") var name: String
    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        try await catalog.administering { service in try await service.removeUser(name, by: .command()) }
        Report.say("Removed \(name).")
    }
}
