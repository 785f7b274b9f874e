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

            Exit status: 0 success; 64 usage error; 65 refused; 66 not found; 73 cannot create; 74 I/O error; 75 try \
            again later; 77 no permission; 78 bad configuration.
            """,
        version: Program.version,
        subcommands: [
            ServeCommand.self, InitCommand.self, UserCommand.self, TeamCommand.self, GrantCommand.self,
            PackageCommand.self, TokenCommand.self, AuditCommand.self, BackupCommand.self, CopyCommand.self,
        ])
}

/// What a command tells the person who runs it, on standard error.
enum Report {
    static let program = ServerProgram("catalog-server")

    static func say(_ sentence: String) { program.say(sentence) }
}
