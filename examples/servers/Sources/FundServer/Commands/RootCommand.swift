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

            \(ServerProgram.exitStatuses)
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
    static var userHelp: ArgumentHelp { ArgumentHelp("The name of the account.", valueName: "name") }
    static var afterRestoring: String {
        """
         Devices notice that the server went back in time, and upload what the copy lacks. On another machine, copy the file \
        secret, too, and keep it private; without it, every device must log in again.
        """
    }

    static func name(_ text: String) throws -> UserName { try UserName(text) }

    static func called(_ user: User) -> String { "\(user.name)" }
}

extension Attribution {
    /// A command on the server's own machine, now.
    static func command() -> Attribution { .command(of: .fund) }
}
