import AppGroupCommands
import ArgumentParser
import Serving

/// The root of all commands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog-server", abstract: "A server that shows each user exactly the tools that they may have.",
        discussion: """
            The administration commands work on the database itself, whether or not the server is running. A running \
            server picks up each change within a second.

            \(ServerProgram.exitStatuses)
            """,
        version: Program.version,
        subcommands: [
            ServeCommand.self, InitCommand.self, UserCommand.self, TeamCommand.self, GrantCommand.self,
            PackageCommand.self, SessionCommand.self, TokenCommand.self, AuditCommand.self, BackupCommand.self,
            CopyCommand.self,
        ])
}

extension ServerProgram {
    /// How this program starts, speaks and ends.
    static let catalog = ServerProgram("catalog-server")
}
