import AppGroupCommands
import ArgumentParser

/// The program behind `launcher search`. The session bus starts it when a desktop searches.
@main
enum LauncherSearch {
    static func main() {
        let arguments = Program.arguments()
        do {
            // ArgumentParser takes longer than the search that the bus waits for.
            if arguments.isEmpty { return try SearchCommand.run(idleSeconds: SearchCommand.usualIdle) }
            var command = try SearchCommand.parseAsRoot(arguments)
            try command.run()
        } catch {
            Program.leave(SearchCommand.self, error)
        }
    }
}
