import AppGroup
import ArgumentParser

/// The program: finds the command that the first words name and gives ArgumentParser that one alone, since building the
/// whole tree of commands costs as much as reading the store. The whole tree serves help and completion.
@main
enum Launcher {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let (command, rest) = CommandTable.command(named: arguments) else {
            ExternalCommand.runIfNamed(arguments)
            return run(RootCommand.self, arguments)
        }
        run(command, rest)
    }

    private static func run(_ type: any ParsableCommand.Type, _ arguments: [String]) {
        do {
            var command = try type.parseAsRoot(arguments)
            try command.run()
        } catch let error as AppGroupError {
            Talk.say(error.description)
            ThisProcess.exit(error.exitStatus)
        } catch let error as Usage {
            Talk.say(error.description)
            ThisProcess.exit(64)
        } catch {
            type.exit(withError: error)
        }
    }
}
