import Accounts
import AppGroupCommands
import ArgumentParser
import PhoneNumbers
import ServerCommands
import Serving

/// The root of all commands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "posters-server", abstract: "A server that takes reports of illegal advertising for a city.",
        discussion: """
            The administration commands work on the database itself, whether or not the server is running.

            \(ServerProgram.exitStatuses)
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
    static var userHelp: ArgumentHelp { "The user's mail address or phone number." }
    static var afterRestoring: String {
        """
         Clients notice that the server went back in time, and get all reports again. Reports that were filed after the copy was \
        made are lost. New reports get numbers that are higher by 100,000 or a multiple of it.
        """
    }

    static func name(_ text: String) throws -> LoginName {
        if let mail = MailAddress(text) { return .mail(mail) }
        if let phone = try? PhoneNumber(parsing: text) { return .phone(phone.e164) }
        throw ServiceError(.invalid, "“\(text)” is neither a mail address nor a phone number.")
    }

    static func called(_ user: User) -> String { user.fullName }
}

extension Attribution {
    /// A command on the server's own machine, now.
    static func command() -> Attribution { .command(of: .posters) }
}
