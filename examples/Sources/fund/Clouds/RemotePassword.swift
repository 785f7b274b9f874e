import ToolProgram
import ToolSupport

/// The password of a remote place. fund itself keeps it nowhere: the desktop's keyring does if the user wants that, or a
/// command prints it, or the user types it each time.
struct RemotePassword {
    let remote: Remote

    private var keyring: Keyring { Keyring("Fund", account: "\(remote.user ?? "") at \(remote.place)") }

    /// The password.
    ///
    /// - Throws: An error with status 77 if there is none.
    func password() throws -> String {
        if remote.isRemembered, let password = try keyring.password() {
            return password
        }
        if let command = remote.passwordCommand {
            guard let password = try PasswordCommand(command).line() else {
                throw ToolError.refused("The password command of “\(remote.name)” failed or printed nothing.")
            }
            return password
        }
        if remote.isRemembered { console.say("The keyring doesn't have the password of “\(remote.name)”.") }
        guard let password = console.askSecretly("Password of \(remote.user ?? "") at “\(remote.name)”:"),
            !password.isEmpty
        else {
            throw ToolError.refused(
                "There is no password for “\(remote.name)”, and no terminal to ask for one: see fund remote login --help, "
                    + "and --password-command of fund remote add.")
        }
        return password
    }

    /// Gives the password to the desktop's keyring.
    func remember(_ password: String) throws { try keyring.store(password) }

    /// Removes the password from the desktop's keyring.
    func forget() throws {
        if remote.isRemembered { try keyring.clear() }
    }
}
