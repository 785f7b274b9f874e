import ToolProgram
import ToolSupport

/// The password of a remote place. fund itself keeps it nowhere: the desktop's keyring does if the user wants that, or a
/// command prints it, or the user types it each time.
struct RemotePassword {
    let remote: Remote

    /// By what the keyring finds the password.
    private var attributes: [String] {
        ["application", "com.example.fund", "remote", remote.place, "user", remote.user ?? ""]
    }

    /// The password.
    ///
    /// - Throws: An error with status 77 if there is none.
    func password() throws -> String {
        if remote.isRemembered, let password = try PasswordCommand(["secret-tool", "lookup"] + attributes).line() {
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
    func remember(_ password: String) throws {
        let words = ["secret-tool", "store", "--label=Fund: \(remote.name)"] + attributes
        guard let result = try PasswordCommand(words).run(input: Array(password.utf8)), result.status == 0 else {
            throw ToolError.busy(
                "The keyring didn't take the password. It needs a desktop session and the program secret-tool (Debian's "
                    + "libsecret-tools). Without --remember, fund asks for the password each time.")
        }
    }

    /// Removes the password from the desktop's keyring.
    func forget() throws {
        guard remote.isRemembered else { return }
        let clearing = PasswordCommand(["secret-tool", "clear"] + attributes)
        guard let result = try clearing.run(input: []), result.status == 0 else {
            throw ToolError.busy(
                "The keyring didn't remove the password of “\(remote.name)”. Is the desktop session still there?")
        }
    }
}
