import ArgumentParser
import ToolProgram
import ToolSupport

/// Where a password comes from. It is never an argument, because other users can read those.
struct PasswordOptions: ParsableArguments {
    @Option(help: "A shell command that prints the password. Without it, posters asks for it.")
    var passwordCommand: String?

    /// The password.
    ///
    /// - Parameter isNew: Whether it is asked twice, since nobody sees what is typed.
    /// - Throws: An error with status 77 if there is none.
    func password(of name: String, isNew: Bool = false) throws -> String {
        if let passwordCommand {
            guard let line = try PasswordCommand(passwordCommand).line() else {
                throw ToolError.refused("The password command failed or printed nothing.")
            }
            return line
        }
        guard let password = console.askSecretly("Password of \(name):"), !password.isEmpty else {
            throw ToolError.refused("There is no password, and no terminal to ask for one: see --password-command.")
        }
        if isNew, console.askSecretly("The same again:") != password {
            throw ToolError.refused("The two passwords differ.")
        }
        return password
    }
}
