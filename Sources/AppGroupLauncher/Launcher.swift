import AppGroupTerminal
import ArgumentParser

/// The program: finds the command that the first words name and gives ArgumentParser that one alone, since building the
/// whole tree of commands costs as much as reading the store. The whole tree serves help and completion.
@main
enum Launcher {
    static func main() {
        let arguments = Program.arguments()
        guard let (command, rest) = CommandTable.command(named: arguments) else {
            ExternalCommand.runIfNamed(arguments)
            return run(RootCommand.self, arguments)
        }
        if command == ListCommand.self, let list = ListCommand(plainly: rest) { return run(list) }
        if command == WidgetCommand.self, let widget = WidgetCommand(plainly: rest) { return run(widget) }
        run(command, rest)
    }

    private static func run<Command: ParsableCommand>(_ command: Command) {
        var command = command
        do { try command.run() } catch { Program.leave(Command.self, error) }
    }

    private static func run(_ type: any ParsableCommand.Type, _ arguments: [String]) {
        do {
            var command = try type.parseAsRoot(arguments)
            try command.run()
        } catch {
            Program.leave(type, error)
        }
    }
}
