import AppGroupCommands
import ArgumentParser

/// The whole tree of commands, for help.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher-store",
        abstract: "Get packages from a server, make, inspect, install and publish them, and go back to older versions.",
        discussion: """
            You can run these commands through launcher: “launcher install” runs “launcher-store install”.

            Exit status: 0 success; 64 usage error; 65 a refused package, or a taken name; 66 no such file or app; \
            69 an app that does not run here, or a server that cannot be reached; 73 cannot create a file; 74 I/O \
            error; 75 try again later; 76 not a catalog server, or a broken one; 77 no permission, or not logged in; \
            78 bad configuration.
            """,
        version: Program.version,
        subcommands: [
            LoginCommand.self, LogoutCommand.self, PasswordCommand.self, CatalogCommand.self, InstallCommand.self,
            UpdateCommand.self, PublishCommand.self, InspectCommand.self, PackCommand.self, PackagesCommand.self,
            RollbackCommand.self, RemoveCommand.self,
        ]
    )
}

/// Finds a command by the word that names it.
enum CommandTable {
    static func command(named word: String) -> (any ParsableCommand.Type)? {
        switch word {
        case "inspect": InspectCommand.self
        case "pack": PackCommand.self
        case "login": LoginCommand.self
        case "logout": LogoutCommand.self
        case "password": PasswordCommand.self
        case "catalog": CatalogCommand.self
        case "install": InstallCommand.self
        case "update": UpdateCommand.self
        case "publish": PublishCommand.self
        case "open-link": OpenLinkCommand.self
        case "packages": PackagesCommand.self
        case "rollback": RollbackCommand.self
        case "remove", "uninstall": RemoveCommand.self
        default: nil
        }
    }
}
