import AppCatalog
import ArgumentParser

/// Where a new password comes from: standard input, the person at the terminal, or chance.
struct PasswordOptions: ParsableArguments {
    @Flag(help: "Take the password from the first line of standard input.") var passwordStdin = false

    /// The password that was given; `nil` where one is to be made up.
    func text(for name: UserName) throws -> String? {
        if passwordStdin {
            guard let line = readLine(), !line.isEmpty else {
                throw ServiceError(.invalid, "There is no password on standard input.")
            }
            return line
        }
        guard let typed = try PasswordPrompt.ask("Password for \(name) (Enter makes one up): "), !typed.isEmpty else {
            return nil
        }
        guard try PasswordPrompt.ask("The same again: ") == typed else {
            throw ServiceError(.invalid, "The two differ; nothing was changed.")
        }
        return typed
    }

    /// Says what was done, and the password that was made up, on this one occasion.
    func report(_ deed: String, _ answer: PasswordAnswer) {
        Report.say(deed + (answer.password.map { ": \($0) (shown only now)" } ?? "") + ".")
    }
}
