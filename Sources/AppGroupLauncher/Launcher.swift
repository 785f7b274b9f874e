import AppGroup
import ArgumentParser

/// The program: finds the command that the first words name and gives ArgumentParser that one alone, since building the
/// whole tree of commands costs as much as reading the store. The whole tree serves help and completion.
@main
enum Launcher {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let place = ThisProcess.undecodableArgument {
            Talk.say("“\(arguments[place - 1])” is not text in UTF-8; percent-encode a URL, and rename a file.")
            ThisProcess.exit(64)
        }
        guard let (command, rest) = CommandTable.command(named: arguments) else {
            ExternalCommand.runIfNamed(arguments)
            return run(RootCommand.self, arguments)
        }
        if command == ListCommand.self, let list = ListCommand(plainly: rest) { return run(list) }
        run(command, rest)
    }

    private static func run(_ list: ListCommand) {
        do { try list.run() } catch { leave(ListCommand.self, error) }
    }

    private static func run(_ type: any ParsableCommand.Type, _ arguments: [String]) {
        do {
            var command = try type.parseAsRoot(arguments)
            try command.run()
        } catch {
            leave(type, error)
        }
    }

    /// Ends the program with a sentence of ours, or with what ArgumentParser has to say: help, which is data, or a complaint,
    /// which repeats what was typed and is made harmless like everything else.
    private static func leave(_ type: any ParsableCommand.Type, _ error: any Error) -> Never {
        if let error = error as? AppGroupError {
            Talk.say(error.description)
            ThisProcess.exit(error.exitStatus)
        }
        if let error = error as? Usage {
            Talk.say(error.description)
            ThisProcess.exit(64)
        }
        let status = type.exitCode(for: error).rawValue
        let message = type.fullMessage(for: error)
        if status == 0 {
            Session.current.printLine(message)
        } else {
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            Talk.complain(lines.map { sayingWholeCommand($0, type.configuration) })
        }
        ThisProcess.exit(status)
    }

    /// ArgumentParser, which was given the leaf alone, points to `add --help` where it is `launcher badge add --help`.
    private static func sayingWholeCommand(_ line: Substring, _ configuration: CommandConfiguration) -> String {
        let beginning = "  See '"
        guard let parent = configuration._superCommandName, line.hasPrefix(beginning) else { return String(line) }
        return "\(beginning)\(parent) \(line.dropFirst(beginning.count))"
    }
}
