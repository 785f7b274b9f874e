import AppGroupCommands
import ArgumentParser

/// The program. It finds the command that the first words name and gives ArgumentParser that command alone, because
/// building the complete tree of commands takes as long as reading the registry. The tree serves help and completion.
@main
enum Launcher {
    static func main() {
        let arguments = Program.arguments()
        if let prompt = PromptTotal(arguments) {
            do { return try prompt.print() } catch { Program.leave(WidgetCommand.self, error) }
        }
        guard let (command, rest) = CommandTable.command(named: arguments) else {
            ExternalCommand.runIfNamed(
                arguments, ownNames: { RootCommand.names }, subcommands: RootCommand.subcommands)
            return run(RootCommand.self, arguments)
        }
        if command == ListCommand.self, let list = ListCommand.plainly(rest) { return run(list) }
        if command == WidgetCommand.self, let widget = WidgetCommand.plainly(rest) { return run(widget) }
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
            if type == RootCommand.self, let advice = CommandTable.advice(on: error, from: arguments) {
                Program.leave(type, Misuse(advice))
            }
            Program.leave(type, error)
        }
    }
}
