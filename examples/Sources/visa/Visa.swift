import AppGroupCommands
import ArgumentParser
import ToolProgram
import ToolSupport

@main
struct Visa: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow visa applications through the tables that offices publish as PDFs.",
        discussion:
            "Add an application's number once with visa track NUMBER --source URL. Then visa update shows its status.",
        version: Program.version,
        subcommands: StatusCommand.siblings,
        defaultSubcommand: StatusCommand.self
    )

    static func main() { runTool(console) }
}

/// Messages for the user.
let console = Console("visa")
