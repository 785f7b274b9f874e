import ArgumentParser
import PDFText

@main
struct Visa: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follows applications through the tables that offices publish as PDF.",
        discussion:
            "Enter a number once, with visa track NUMBER --source URL; then visa update tells what became of it.",
        subcommands: [
            StatusCommand.self, TrackCommand.self, UpdateCommand.self, WatchCommand.self, UntrackCommand.self,
            InspectCommand.self, OpenURLCommand.self,
        ],
        defaultSubcommand: StatusCommand.self
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as VisaError {
            Output.say(error)
            exit(withError: ExitCode(error.status))
        } catch {
            exit(withError: error)
        }
    }
}
