import Accounts
import AppGroupCommands
import AppGroupText
import ArgumentParser
import ServerCommands
import Serving

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage users: who may log in, and what they may do.",
        subcommands: [
            Add.self, List.self, ChangeRole.self, ChangePasswordCommand<PostersStore>.self,
            DisableCommand<PostersStore>.self, EnableCommand<PostersStore>.self,
        ])
}

extension UserCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a user.",
            discussion: "On a terminal, it asks for the password. Otherwise, it generates one and shows it once.")

        @Argument(help: "The user's name, as supervisors see it.") var name: String
        @Option(help: "What the user logs in with: a mail address.") var mail: String?
        @Option(help: "What the user logs in with: a phone number.") var phone: String?
        @Option(help: "resident, inspector, supervisor or reader.") var role = Role.inspector
        @OptionGroup var password: PasswordOptions
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let new = try NewUser(name: name, mail: mail, phone: phone, role: role)
            try await data.administering(mayMake: true) { store in
                for name in new.names where try await store.user(name) != nil {
                    throw ServiceError(.taken, "There is already an account with this \(name.kind).")
                }
                let (hash, shown) = try await password.newPassword(for: name)
                let user = try await store.addUser(new, password: hash, .addUser, by: .command())
                ServerProgram.posters.say("Added \(name), \(user.role.rawValue)\(shown).")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all users, with their number of reports and last activity.")

        @Option(help: "table, json or tsv.") var format = OutputFormat.table
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let accounts = try await data.administering { try await $0.accounts() }
            StandardOutput.print(AccountListing(accounts: accounts), as: format)
        }
    }

    struct ChangeRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "role", abstract: "Change what a user may do.")

        @Argument(help: PostersStore.userHelp) var user: String
        @Argument(help: "resident, inspector, supervisor or reader.") var role: Role
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let name = try PostersStore.name(user)
            let user = try await data.administering { try await $0.setRole(role, of: name, by: .command()) }
            ServerProgram.posters.say("The role of \(user.fullName) is now \(role.rawValue).")
        }
    }
}
