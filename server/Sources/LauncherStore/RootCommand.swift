import AppGroupTerminal
import ArgumentParser

/// The whole tree, for help.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher-store",
        abstract: "Packages of tools: get them from a store, make them, look into them, install them, go back.",
        discussion: """
            These commands are those of launcher-store, which launcher runs.

            Exit status: 0 done; 64 usage; 65 a package that is refused, or a taken name; 66 no such file or app; 69 does not \
            run here, or a server cannot be reached; 73 can't create; 74 I/O; 75 try again later; 76 no catalogue server, or \
            a broken one; 77 no permission, or not logged in; 78 bad configuration.
            """,
        version: Program.version,
        subcommands: [
            LoginCommand.self, LogoutCommand.self, PasswordCommand.self, CatalogCommand.self, InstallCommand.self,
            UpdateCommand.self, PublishCommand.self, InspectCommand.self, PackCommand.self, PackagesCommand.self,
            RollbackCommand.self, RemoveCommand.self,
        ]
    )
}
