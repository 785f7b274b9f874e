import AppGroupTerminal
import ArgumentParser

/// The whole tree, for help.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launcher-store",
        abstract: "Packages of tools: make them, look into them, install them, go back.",
        discussion: """
            These commands are those of launcher-store, which launcher runs.

            Exit status: 0 done; 64 usage; 65 a package that is refused, or a taken name; 66 no such file or app; 69 does not \
            run here; 73 can't create; 74 I/O; 75 try again later; 77 no permission; 78 bad configuration.
            """,
        version: Program.version,
        subcommands: [
            InspectCommand.self, PackCommand.self, InstallCommand.self, PackagesCommand.self, RollbackCommand.self,
            RemoveCommand.self,
        ]
    )
}
