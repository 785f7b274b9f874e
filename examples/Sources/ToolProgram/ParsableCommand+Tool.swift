public import ArgumentParser
public import ToolSupport

extension ParsableCommand {
    /// Parses the command line and runs the command that it names. Ends the program if that fails: a ``ToolError`` is a
    /// message with a status, and ArgumentParser explains any other error.
    public static func runTool(_ console: Console) {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error as ToolError {
            console.say(error)
            exit(withError: ExitCode(error.status))
        } catch {
            exit(withError: error)
        }
    }
}
