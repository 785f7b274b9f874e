import AppGroupTerminal
import ArgumentParser

/// The program behind `launcher badge-bridge`, and the one that the user's systemd keeps running.
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
