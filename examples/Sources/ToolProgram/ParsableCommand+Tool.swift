import AppGroupCommands
public import ArgumentParser
public import ToolSupport

extension ParsableCommand {
    /// Parses the command line and runs the command that it names. Ends the program if that fails, as `Ending` decides.
    ///
    /// - Parameter plainly: Reads arguments itself, and returns nil for those that ArgumentParser can read as they are. The
    ///   parser takes longer than a short command does, because it searches all types of the program for those of the
    ///   options.
    public static func runTool(_ console: Console, plainly: ([String]) throws -> (any ParsableCommand)? = { _ in nil })
    {
        let arguments = begin(console)
        do {
            var command = try plainly(arguments) ?? parseAsRoot(arguments)
            try command.run()
        } catch {
            leave(console, error)
        }
    }

    /// Begins the program, and returns its arguments.
    fileprivate static func begin(_ console: Console) -> [String] {
        // What prints lists and help says by this name why it could not.
        Talk.speak(as: console.tool)
        return Program.arguments()
    }

    fileprivate static func leave(_ console: Console, _ error: any Error) -> Never {
        Ending(of: error, from: self, mistypedIn: Array(CommandLine.arguments.dropFirst())).leave { console.say($0) }
    }
}

extension Console {
    /// Does something without which the tool goes on. If it fails, says why.
    public func attempt(_ body: () throws -> Void) {
        do { try body() } catch { explain(error) }
    }

    /// Says why something failed, except for an `ExitCode`: the command has said why before it threw that.
    public func explain(_ error: any Error) {
        if !(error is ExitCode) { say("\(error)") }
    }
}

extension AsyncParsableCommand {
    /// The same for a tool with commands that wait for something.
    public static func runTool(_ console: Console) async {
        let arguments = begin(console)
        do {
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            leave(console, error)
        }
    }
}
