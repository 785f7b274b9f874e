import ToolProgram

extension Account {
    /// The password, for which an administrator may be asked.
    func password() throws -> String {
        do throws(ToolError) { return try passwordSource.value(console) } catch {
            throw error.kind == .refused ? ToolError.loginFailed(error.description, self) : error
        }
    }

    /// Where the password is.
    var passwordSource: AccountPassword {
        AccountPassword(
            of: email, user: user ?? email, in: Keyring("Rooms", account: email), isRemembered: isRemembered,
            orFrom: passwordCommand, advice: "see rooms login --help for --remember and --password-command")
    }
}

/// The password of an account for the life of this process: a user who types it is asked for it once.
final class TypedPassword {
    private var known: (account: Account, password: String)?

    func value(for account: Account) throws -> String {
        // A command and the keyring know if the password has changed.
        guard account.passwordCommand == nil, !account.isRemembered else { return try account.password() }
        if let known, known.account == account { return known.password }
        let password = try account.password()
        known = (account, password)
        return password
    }
}

extension ToolError {
    /// The login failed: 77. Names whom to ask, if that is known.
    static func loginFailed(_ sentence: String, _ account: Account) -> ToolError {
        let help = account.administrator.map { " If that doesn't help, write to \($0)." } ?? ""
        return refused(sentence + help)
    }
}
