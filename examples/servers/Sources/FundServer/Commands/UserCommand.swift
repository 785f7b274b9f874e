import Accounts
import AppGroupCommands
import AppGroupText
import ArgumentParser
import ServerCommands
import Serving

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage accounts.",
        subcommands: [Add.self, List.self, Disable.self, Enable.self, ChangePassword.self, Remove.self])
}

extension UserCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add an account.",
            discussion: "The password is asked for on a terminal, or generated and shown once.")

        @Argument(help: "The name: 1 to 64 of a-z 0-9 . _ @ -") var name: String
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
            commandName: "list", abstract: "Show all accounts, what each uses, and when it was last used.")

        @Option(help: "table, json or tsv.") var format = OutputFormat.table
        @OptionGroup var data: DataOptions<FundStore>

        func run() async throws {
            let accounts = try await data.administering { try await $0.accounts() }
            Session.current.print(AccountListing(accounts: accounts), as: format)
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Disable an account: its sessions end within a second.")

        @Argument(help: "The name of the account.") var name: String
        @OptionGroup var data: DataOptions<FundStore>

        func run() async throws {
            let name = try UserName(name)
            try await data.administering { try await $0.setDisabled(true, name, by: .command()) }
            ServerProgram.fund.say("Disabled \(name).")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Let a disabled account log in again.")

        @Argument(help: "The name of the account.") var name: String
        @OptionGroup var data: DataOptions<FundStore>

        func run() async throws {
            let name = try UserName(name)
            try await data.administering { try await $0.setDisabled(false, name, by: .command()) }
            ServerProgram.fund.say("Enabled \(name).")
        }
    }

    struct ChangePassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Give an account another password: its sessions end within a second.",
            discussion: "The password is asked for on a terminal, or generated and shown once.")

        @Argument(help: "The name of the account.") var name: String
        @OptionGroup var password: PasswordOptions
        @OptionGroup var data: DataOptions<FundStore>

        func run() async throws {
            let name = try UserName(name)
            try await data.administering { store in
                _ = try await store.read { try FundStore.required(name, in: $0) }
                let (hash, shown) = try await password.newPassword(for: "\(name)")
                try await store.setPassword(hash, of: name, by: .command())
                ServerProgram.fund.say("\(name) has a new password\(shown).")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an account and everything that it has on the server.",
            discussion: "The server deletes the bytes of its files within a few hours.")

        @Argument(help: "The name of the account.") var name: String
        @OptionGroup var data: DataOptions<FundStore>

        func run() async throws {
            let name = try UserName(name)
            try await data.administering { try await $0.removeUser(name, by: .command()) }
            ServerProgram.fund.say("Removed \(name).")
        }
    }
}
