import AppGroupCommands
import ArgumentParser
import ToolProgram
import ToolSupport

@main
struct FundProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fund",
        abstract: "Keep the documents, notes, news and mail of investment funds in one place.",
        discussion: """
            A fund is a folder: begin with fund new NAME, then fund add NAME FILE. A fund can be named by a part of \
            its name, and a file as FUND/FILE.
            """,
        version: Program.version,
        subcommands: [
            ListCommand.self, ShowCommand.self, NewCommand.self, RenameCommand.self, RemoveCommand.self,
            WhereCommand.self, ScanCommand.self, AddCommand.self, OpenCommand.self, FavoriteCommand.self,
            PreviewCommand.self,
            ShareCommand.self, NoteCommand.self, SearchCommand.self, FeedCommand.self, NewsCommand.self,
            MailCommand.self, RemoteCommand.self, FolderListCommand.self, GetCommand.self, PutCommand.self,
            MoveCommand.self, MakeFolderCommand.self, LoginCommand.self, LogoutCommand.self, ChangePasswordCommand.self,
            SyncCommand.self, WatchCommand.self, OpenURLCommand.self,
        ],
        defaultSubcommand: ListCommand.self
    )

    static func main() { runTool(console) { SearchCommand.plainly($0) ?? NewsUpdateCommand.plainly($0) } }
}

/// Messages for the user.
let console = Console("fund")
