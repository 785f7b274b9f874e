import Accounts
import AppGroupCommands
import AppGroupText
import ArgumentParser
import ServerCommands
import Serving

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage accounts.",
        subcommands: [
            Add.self, List.self, DisableCommand<FundStore>.self, EnableCommand<FundStore>.self,
            ChangePasswordCommand<FundStore>.self, Remove.self,
        ])
}

extension UserCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add an account.",
            discussion: "On a terminal, it asks for the password. Otherwise, it generates one and shows it once.")

        @Argument(help: "The name: 1 to 64 characters from a-z 0-9 . _ @ -") var name: String
        @OptionGroup var password: PasswordOptions
        @OptionGroup var data: DataOptions<FundStore>

        func run() async throws {
            let name = try UserName(name)
            try await data.administering(mayMake: true) { store in
                guard try await store.user(name) == nil else { throw FundStore.taken(name) }
                let (hash, shown) = try await password.newPassword(for: "\(name)")
                try await store.addUser(name, password: hash, .addUser, by: .command())
                ServerProgram.fund.say("Added \(name)\(shown).")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all accounts, with the usage of each and when it was last used.")

        @Option(help: "table, json or tsv.") var format = OutputFormat.table
        @OptionGroup var data: DataOptions<FundStore>

        func run() async throws {
            let accounts = try await data.administering { try await $0.accounts() }
            StandardOutput.print(AccountListing(accounts: accounts), as: format)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an account and everything that it has on the server.",
            discussion: "The server deletes the bytes of its files within a few hours. On a terminal, it asks first.")

        @Argument(help: "The name of the account.") var name: String
        @Flag(help: "Do not ask.") var yes = false
        @OptionGroup var data: DataOptions<FundStore>

        func run() async throws {
            let name = try UserName(name)
            try await data.administering { store in
                if try await store.user(name) != nil {
                    try Talk.makeSure(
                        "Remove \(name) and everything that the account has on the server?", unless: yes,
                        or: "Nothing was removed")
                }
                try await store.removeUser(name, by: .command())
            }
            ServerProgram.fund.say("Removed \(name).")
        }
    }
}
