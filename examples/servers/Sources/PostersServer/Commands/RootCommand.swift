import Accounts
import AppGroupCommands
import ArgumentParser
import ServerCommands
import Serving

/// The root of all commands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "posters-server", abstract: "A server that takes reports of illegal advertising for a city.",
        discussion: """
            The administration commands work on the database itself, whether or not the server is running.

            Exit status: 0 success; 64 usage error; 65 refused; 66 not found; 73 cannot create; 74 I/O error; 75 try \
            again later; 77 no permission; 78 bad configuration.
            """,
        version: Program.version,
        subcommands: [ServeCommand.self, UserCommand.self, ListsCommand.self, BackupCommand<PostersStore>.self])
}

extension ServerProgram {
    /// How this program starts, speaks and ends.
    static let posters = ServerProgram("posters-server")
}

extension PostersStore: ServerData {
    static var program: ServerProgram { .posters }
    static var filesName: String { "photos" }
    static var afterRestoring: String {
        """
         Clients notice that the server went back in time, and get all reports again. Reports that were filed after the copy was \
        made are lost. New reports get numbers that are higher by 100,000.
        """
    }
}

extension Attribution {
    /// A command on the server's own machine, now.
    static func command() -> Attribution { .command(of: .posters) }
}
