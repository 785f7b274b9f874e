import AppGroupCommands
import ArgumentParser

/// The program behind `launcher badge-bridge`. The user's systemd keeps it running.
@main
enum LauncherBadgeBridge {
    static func main() {
        let arguments = Program.arguments()
        do {
            var command = try BridgeCommand.parseAsRoot(arguments)
            try command.run()
        } catch {
            Program.leave(BridgeCommand.self, error)
        }
    }
}
