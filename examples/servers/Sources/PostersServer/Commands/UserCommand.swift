import Accounts
import AppGroupCommands
import AppGroupText
import ArgumentParser
import PhoneNumbers
import ServerCommands
import Serving

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage users: who may log in, and what they may do.",
        subcommands: [
            Add.self, List.self, ChangeRole.self, ChangePassword.self, Disable.self, Enable.self,
        ])
}

/// Which user a command is about.
private func loginName(_ text: String) throws -> LoginName {
    if let mail = MailAddress(text) { return .mail(mail) }
    if let phone = try? PhoneNumber(parsing: text) { return .phone(phone.e164) }
    throw ServiceError(.invalid, "“\(text)” is neither a mail address nor a phone number.")
}

extension UserCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a user.",
            discussion: "The password is asked for on a terminal, or generated and shown once.")

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
            commandName: "list", abstract: "Show all users, how many reports each filed, and when they were last here.")

        @Option(help: "table, json or tsv.") var format = OutputFormat.table
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let accounts = try await data.administering { try await $0.accounts() }
            Session.current.print(AccountListing(accounts: accounts), as: format)
        }
    }

    struct ChangePassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Give a user another password: their sessions end within a second.",
            discussion: "The password is asked for on a terminal, or generated and shown once.")

        @Argument(help: "The user's mail address or phone number.") var user: String
        @OptionGroup var password: PasswordOptions
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let name = try loginName(user)
            try await data.administering { store in
                _ = try await store.read { try PostersStore.required(name, in: $0) }
                let (hash, shown) = try await password.newPassword(for: "\(name)")
                let user = try await store.setPassword(hash, of: name, by: .command())
                ServerProgram.posters.say("\(user.fullName) has a new password\(shown).")
            }
        }
    }

    struct ChangeRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "role", abstract: "Change what a user may do.")

        @Argument(help: "The user's mail address or phone number.") var user: String
        @Argument(help: "resident, inspector, supervisor or reader.") var role: Role
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let name = try loginName(user)
            let user = try await data.administering { try await $0.setRole(role, of: name, by: .command()) }
            ServerProgram.posters.say("The role of \(user.fullName) is now \(user.role.rawValue).")
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Disable a user: their sessions end within a second.")

        @Argument(help: "The user's mail address or phone number.") var user: String
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let name = try loginName(user)
            let user = try await data.administering { try await $0.setDisabled(true, name, by: .command()) }
            ServerProgram.posters.say("Disabled \(user.fullName).")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Let a disabled user log in again.")

        @Argument(help: "The user's mail address or phone number.") var user: String
        @OptionGroup var data: DataOptions<PostersStore>

        func run() async throws {
            let name = try loginName(user)
            let user = try await data.administering { try await $0.setDisabled(false, name, by: .command()) }
            ServerProgram.posters.say("Enabled \(user.fullName).")
        }
    }
}
