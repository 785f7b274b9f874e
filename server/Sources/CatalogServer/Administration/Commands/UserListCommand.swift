import AppCatalog
import ArgumentParser

struct UserListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the users.")

    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let list = try await catalog.administering { service in
            var all = try await service.users()
            while let next = all.next {
                let page = try await service.users(after: next)
                all = UserList(users: all.users + page.users, next: page.next)
            }
            return all
        }
        WireListing(
            list, ["NAME", "ROLE", "STATE", "TEAMS", "SINCE"],
            list.users.map { user in
                [
                    .text(user.name), .text(user.role.rawValue), user.disabled ? "disabled" : "enabled",
                    .text(user.teams.joined(separator: " ")), .moment(user.created),
                ]
            }
        ).print(as: output.format)
    }
}
