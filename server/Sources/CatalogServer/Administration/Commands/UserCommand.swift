import AppCatalog
import ArgumentParser

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Users: who may log in, and as what.",
        subcommands: [
            UserAddCommand.self, UserListCommand.self, UserDisableCommand.self, UserEnableCommand.self,
            UserPasswordCommand.self, UserRoleCommand.self, UserRemoveCommand.self, UserSessionsCommand.self,
        ])
}
