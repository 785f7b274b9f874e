public import ToolSupport

/// The password of an account somewhere. A tool itself keeps it nowhere: the desktop's keyring does if the user wants
/// that, or a command prints it, or the user types it each time.
public struct AccountPassword: Sendable {
    private let name: String
    private let user: String
    private let keyring: Keyring
    private let isRemembered: Bool
    private let command: String?
    private let advice: String

    /// - Parameters:
    ///   - name: The name of the account in messages.
    ///   - user: The name of the user in the question for the password.
    ///   - keyring: The place of the password in the desktop's keyring.
    ///   - isRemembered: Whether the keyring has the password.
    ///   - command: A shell command that prints the password, if there is one.
    ///   - advice: Advice if there is no password and no terminal, as the end of a sentence.
    public init(
        of name: String, user: String, in keyring: Keyring, isRemembered: Bool, orFrom command: String?, advice: String
    ) {
        (self.name, self.user, self.keyring) = (name, user, keyring)
        (self.isRemembered, self.command, self.advice) = (isRemembered, command, advice)
    }

    /// The password.
    ///
    /// - Parameters:
    ///   - console: Where the user is asked.
    ///   - isNew: Whether the password may have changed, so that the one in the keyring is not used.
    /// - Throws: An error with status 77 if there is none.
    public func value(_ console: Console, isNew: Bool = false) throws(ToolError) -> String {
        if isRemembered, !isNew {
            if let password = try keyring.password() { return password }
            if command == nil { console.say("The keyring doesn't have the password of \(name).") }
        }
        return try console.password(of: name, user: user, from: command, advice: advice)
    }

    /// Gives the password to the desktop's keyring.
    ///
    /// - Throws: An error with status 75 if there is no keyring.
    public func remember(_ password: String) throws(ToolError) { try keyring.store(password) }

    /// Removes the password from the desktop's keyring, if it is there.
    ///
    /// - Throws: An error with status 75 if there is no keyring any longer.
    public func forget() throws(ToolError) { if isRemembered { try keyring.clear() } }
}
