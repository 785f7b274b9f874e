import AppGroupCommands
import ArgumentParser
import ToolProgram

@main
struct PostersProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "posters",
        abstract: "Report illegal advertising with photos, phone numbers and place, even without a network.",
        discussion: """
            Log in once with posters login --server URL --mail you@example.com. Then posters new files a report. Without a \
            network it stays a draft, which posters sync sends later, once.

            ID is a report's number, such as 17, or a draft's, such as d3. LAT,LON are degrees, such as 50.4501,30.5234.
            """,
        version: Program.version,
        subcommands: siblings,
        defaultSubcommand: ListCommand.self
    )

    /// All commands, in the order of the help.
    private static let siblings: [any ParsableCommand.Type] = [
        NewCommand.self, ListCommand.self, ShowCommand.self, SearchCommand.self, NearCommand.self, MapCommand.self,
        EditCommand.self, CancelCommand.self, PhotoCommand.self, SyncCommand.self, WatchCommand.self,
        QueueCommand.self, StatusCommand.self, BlockCommand.self, OffendersCommand.self, DeleteCommand.self,
        ExportCommand.self, InfoCommand.self, ListsCommand.self, RegisterCommand.self, LoginCommand.self,
        LogoutCommand.self, AccountCommand.self, OpenURLCommand.self,
    ]

    static func main() {
        runTool(console) { arguments in
            if let command = SearchCommand.plainly(arguments) { return command }
            return try NearCommand.southern(arguments).map { try parseAsRoot($0) }
        }
    }
}
