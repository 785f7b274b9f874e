import Accounts
import AppGroupCommands
import ArgumentParser
import ServerCommands
import Serving

/// The root of all commands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fund-server",
        abstract: "A server that carries funds, notes, feeds, read marks and files from device to device.",
        discussion: """
            The administration commands work on the database itself, whether or not the server is running.

            Exit status: 0 success; 64 usage error; 65 refused; 66 not found; 73 cannot create; 74 I/O error; 75 try \
            again later; 77 no permission; 78 bad configuration.
            """,
        version: Program.version,
        subcommands: [ServeCommand.self, UserCommand.self, BackupCommand<FundStore>.self])
}

extension ServerProgram {
    /// How this program starts, speaks and ends.
    static let fund = ServerProgram("fund-server")
}

extension FundStore: ServerData {
    static var program: ServerProgram { .fund }
    static var filesName: String { "files" }
    static var afterRestoring: String {
        """
         Devices notice that the server went back in time, and upload what the copy lacks. On another machine, copy the file \
        secret, too, and keep it private; without it, every device must log in again.
        """
    }
}

extension Attribution {
    /// A command on the server's own machine, now.
    static func command() -> Attribution { .command(of: .fund) }
}
