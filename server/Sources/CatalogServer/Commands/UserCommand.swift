import Accounts
import AppCatalog
import AppGroupCommands
import ArgumentParser
import Serving

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Manage users: who may log in, and what they may do.",
        subcommands: [
            Add.self, List.self, Disable.self, Enable.self, SetPassword.self, SetRole.self, Remove.self, Sessions.self,
        ])
}

extension UserCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a user.",
            discussion: """
                On a terminal, it asks for the password. Otherwise, it generates one and shows it once. A generated password \
                is also printed alone on standard output, unless that is a terminal.
                """)

        @Argument(help: "1 to 64 characters: a-z, 0-9 and . _ - + @, starting with a letter or a digit.")
        var name: String
        @Option(help: "The role of the user.") var role = AccountRole.user
        @OptionGroup var password: PasswordOptions
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let name = try UserName(new: name)
            try await catalog.administering { service in
                guard try await service.store.user(named: name) == nil else {
                    throw ServiceError.taken("user", name)
                }
                let text = try password.text(for: "\(name)")
                let answer = try await service.add(
                    NewUser(name: "\(name)", role: role, password: text), by: .command(), confirming: {})
                password.reportToScripts("Added \(name), \(role.rawValue)", answer)
            }
        }
    }

    struct List: AsyncParsableCommand {
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

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Disable a user: their sessions and downloads end within a second.")

        @Argument(help: "The user.") var name: String
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let user = try await catalog.administering { service in
                try await service.change(name, UserChange(disabled: true), by: .command())
            }
            ServerProgram.catalog.say("Disabled \(user.name).")
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Let a disabled user log in again.")

        @Argument(help: "The user.") var name: String
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let user = try await catalog.administering { service in
                try await service.change(name, UserChange(disabled: false), by: .command())
            }
            ServerProgram.catalog.say("Enabled \(user.name).")
        }
    }

    struct SetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Give a user a new password. Their sessions end.",
            discussion: """
                On a terminal, it asks for the password. Otherwise, it generates one and shows it once. A generated password \
                is also printed alone on standard output, unless that is a terminal.
                """)

        @Argument(help: "The user.") var name: String
        @OptionGroup var password: PasswordOptions
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            try await catalog.administering { service in
                let user = try await service.required(name)
                let text = try password.text(for: "\(user.name)")
                let answer = try await service.setPassword(
                    of: name, NewPassword(password: text), by: .command(), confirming: {})
                password.reportToScripts("\(user.name) has a new password", answer)
            }
        }
    }

    struct SetRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "role", abstract: "Change what a user may do.")

        @Argument(help: "The user.") var name: String
        @Argument(help: "The role of the user.") var role: AccountRole
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            let user = try await catalog.administering { service in
                try await service.change(name, UserChange(role: role), by: .command())
            }
            ServerProgram.catalog.say("The role of \(user.name) is now \(user.role.rawValue).")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a user with their sessions, memberships and grants.",
            discussion: """
                Their releases stay, and so do their entries in the audit log. On a terminal, it asks first.
                """)

        @Argument(help: "The user.") var name: String
        @Flag(help: "Do not ask.") var yes = false
        @OptionGroup var catalog: CatalogOptions

        func run() async throws {
            try await catalog.administering { service in
                let user = try await service.required(name)
                try Talk.makeSure(
                    "Remove \(user.name) (\(user.role.rawValue)) and all of their sessions, memberships and grants?",
                    unless: yes, or: "Nothing was removed")
                try await service.removeUser(name, by: .command())
            }
            ServerProgram.catalog.say("Removed \(name).")
        }
    }

    /// Another word for `session list`, which older releases had as well.
    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sessions", abstract: "List a user's sessions, like “session list”.", shouldDisplay: false)

        @OptionGroup var list: SessionCommand.List

        func run() async throws { try await list.run() }
    }
}
