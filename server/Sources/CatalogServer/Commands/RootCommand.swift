import AppGroupTerminal
import ArgumentParser

/// The whole tree.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog-server", abstract: "A server that shows each user exactly the tools that he may have.",
        discussion: """
            What administers the catalogue works on the database itself, while the server runs or does not; the server \
            follows within a second.

            Exit status: 0 done; 64 usage; 65 refused; 66 no such thing; 73 can't create; 74 I/O; 75 try again later; \
            77 no permission; 78 bad configuration.
            """,
        version: Program.version,
        subcommands: [
            ServeCommand.self, InitCommand.self, UserCommand.self, TeamCommand.self, GrantCommand.self,
            PackageCommand.self,
            TokenCommand.self, AuditCommand.self, BackupCommand.self,
        ])
}
