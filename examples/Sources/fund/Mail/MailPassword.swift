import ToolProgram
import ToolSupport

/// The password of an account. fund itself keeps it nowhere: the desktop's keyring does if the user wants that, or a command prints
/// it, or the user types it.
struct MailPassword {
    let account: MailAccount

    /// The password.
    ///
    /// - Throws: An error with status 77 if there is none.
    func password() throws -> String {
        if account.isRemembered, let password = try keyring.password() { return password }
        if let command = account.passwordCommand {
            guard let password = try PasswordCommand(command).line() else {
                throw ToolError.refused("The password command of \(account.address) failed or printed nothing.")
            }
            return password
        }
        if account.isRemembered { console.say("The keyring doesn't have the password of \(account.address).") }
        guard let password = console.askSecretly("Password of \(account.user):"), !password.isEmpty else {
            throw ToolError.refused(
                "There is no password of \(account.address), and no terminal to ask for it. To set a command that prints it: "
                    + "fund mail account set \(account.address) --password-command COMMAND")
        }
        return password
    }

    var keyring: Keyring { Keyring("Fund", account: account.address) }
}
