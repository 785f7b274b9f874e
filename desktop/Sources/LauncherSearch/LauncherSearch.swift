import AppGroupCommands
import ArgumentParser

/// The program behind `launcher search`. The session bus starts it when a desktop searches.
@main
enum LauncherSearch {
    static func main() {
        let arguments = Program.arguments()
        do {
            var command = try SearchCommand.parseAsRoot(arguments)
            try command.run()
        } catch {
            Program.leave(SearchCommand.self, error)
        }
    }
}
