/// A password in the desktop's keyring, through the program `secret-tool` (Debian's libsecret-tools).
public struct Keyring: Sendable {
    private let tool: String
    private let account: String

    /// The password of an account of a tool.
    public init(_ tool: String, account: String) { (self.tool, self.account) = (tool, account) }

    /// By what the keyring finds the password.
    private var attributes: [String] { ["application", "com.example.\(tool.lowercased())", "account", account] }

    /// The password; nil if the keyring doesn't have it.
    public func password() throws(ToolError) -> String? {
        try PasswordCommand(["secret-tool", "lookup"] + attributes).line()
    }

    /// Stores a password.
    ///
    /// - Throws: An error with status 75 if there is no keyring.
    public func store(_ password: String) throws(ToolError) {
        let words = ["secret-tool", "store", "--label=\(tool): \(account)"] + attributes
        guard let result = try PasswordCommand(words).run(input: Array(password.utf8)), result.ending == .exit(0) else {
            throw .busy(
                "The keyring didn't take the password. It needs a desktop session and the program secret-tool (Debian's "
                    + "libsecret-tools). Without --remember, \(tool.lowercased()) asks for the password each time.")
        }
    }

    /// Removes the password.
    ///
    /// - Throws: An error with status 75 if there is no keyring.
    public func clear() throws(ToolError) {
        guard let result = try PasswordCommand(["secret-tool", "clear"] + attributes).run(input: []),
            result.ending == .exit(0)
        else {
            throw .busy("The keyring didn't remove the password of \(account). Is the desktop session still there?")
        }
    }
}
