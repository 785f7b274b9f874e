import AppGroupCommands
import ArgumentParser
import ToolProgram
import ToolSupport

/// Messages for the user.
let console = Console("rooms")

@main
struct Rooms: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find a meeting room that is free now, and book it.",
        discussion: """
            Log in once with rooms login --mail you@example.com. Then rooms free lists the rooms that are free now, and \
            rooms book ROOM books one.

            A TIME is now, 14:30, tomorrow 9:00 or 2026-11-23T10:00, with or without an offset such as +02:00. A LENGTH \
            is 30m, 1h30m or 90 (minutes). Without one, rooms uses the last length.
            """,
        version: Program.version,
        subcommands: siblings,
        defaultSubcommand: FreeCommand.self
    )

    /// All commands, in the order of the help.
    private static let siblings: [any ParsableCommand.Type] = [
        FreeCommand.self, BookCommand.self, MineCommand.self, RoomCommand.self, ExtendCommand.self, EndCommand.self,
        CancelCommand.self, SyncCommand.self, WatchCommand.self, CitiesCommand.self, FavoriteCommand.self,
        PlacesCommand.self, ExportCommand.self, LoginCommand.self, LogoutCommand.self, OpenURLCommand.self,
    ]

    static func main() async { await runTool(console) }
}
