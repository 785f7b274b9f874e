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
        do {
            if command == ListCommand.self, let list = ListRequest(plainly: rest) { return try list.run() }
            if command == WidgetCommand.self, let widget = WidgetRequest(plainly: rest) { return try widget.run() }
        } catch {
            Program.leave(command, error)
        }
        run(command, rest)
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
