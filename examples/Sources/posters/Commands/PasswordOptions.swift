import ArgumentParser
import ToolProgram

/// Where a password comes from. It is never an argument, because other users can read those.
struct PasswordOptions: ParsableArguments {
    @Option(help: "A shell command that prints the password. Without it, posters asks for it.")
    var passwordCommand: String?

    /// The password.
    ///
    /// - Parameter isNew: Whether it is asked twice, since nobody sees what is typed.
    /// - Throws: An error with status 77 if there is none.
    func password(of name: String, isNew: Bool = false) throws -> String {
        try console.password(of: name, from: passwordCommand, isNew: isNew)
    }
}
