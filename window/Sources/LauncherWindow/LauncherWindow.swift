import AppGroupCommands
import ArgumentParser

/// The program behind `launcher window`.
@main
enum LauncherWindow {
    static func main() {
        let arguments = Program.arguments()
        do {
            var command = try WindowCommand.parseAsRoot(arguments)
            try command.run()
        } catch {
            Program.leave(WindowCommand.self, error)
        }
    }
}
