import ToolProgram
import ToolSupport

/// The password of an account. rooms itself keeps it nowhere: the desktop's keyring does if the user wants that, or a
/// command prints it, or the user types it each time.
struct PasswordSource {
    let account: Account

    /// The password.
    ///
    /// - Throws: An error with status 77 if there is none.
    func password() throws -> String {
        if account.isRemembered, let password = try keyring.password() { return password }
        if let command = account.passwordCommand {
            guard let password = try PasswordCommand(command).line() else {
                throw ToolError.signIn("The password command failed or printed nothing.", account)
            }
            return password
        }
        if account.isRemembered { console.say("The keyring doesn't have the password of \(account.email).") }
        guard let password = console.askSecretly("Password of \(account.user ?? account.email):"), !password.isEmpty
        else {
            throw ToolError.signIn(
                "There is no password, and no terminal to ask for one: see rooms login --help for --remember and "
                    + "--password-command.", account)
        }
        return password
    }

    /// Gives the password to the desktop's keyring.
    func remember(_ password: String) throws { try keyring.store(password) }

    /// Removes the password from the desktop's keyring.
    func forget() throws {
        if account.isRemembered { try keyring.clear() }
    }

    private var keyring: Keyring { Keyring("Rooms", account: account.email) }
}

extension ToolError {
    /// Signing in failed: 77. Names whom to ask, if that is known.
    static func signIn(_ sentence: String, _ account: Account) -> ToolError {
        let help = account.administrator.map { " If that doesn't help, write to \($0)." } ?? ""
        return refused(sentence + help)
    }
}
