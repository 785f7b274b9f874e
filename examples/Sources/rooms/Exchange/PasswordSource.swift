import ToolProgram
import ToolSupport

/// The password of an account. rooms itself keeps it nowhere: the desktop's keyring does if the user wants that, or a
/// command prints it, or the user types it each time.
struct PasswordSource {
    let account: Account

    /// How long a command may take, in seconds: a keyring may ask its user to unlock it.
    private static let patience = 120.0

    /// The password.
    ///
    /// - Throws: An error with status 77 if there is none.
    func password() throws -> String {
        if account.isRemembered, let password = try output(of: ["secret-tool", "lookup"] + attributes) {
            return password
        }
        if let command = account.passwordCommand {
            guard let password = try output(of: ["sh", "-c", command]) else {
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
    func remember(_ password: String) throws {
        let words = ["secret-tool", "store", "--label=Rooms: \(account.email)"] + attributes
        guard let result = try run(words, input: Array(password.utf8)), result.status == 0 else {
            throw ToolError.busy(
                "The keyring didn't take the password. It needs a desktop session and the program secret-tool (Debian's "
                    + "libsecret-tools). Without --remember, rooms asks for the password each time.")
        }
    }

    /// Removes the password from the desktop's keyring.
    func forget() throws {
        guard account.isRemembered else { return }
        guard let result = try run(["secret-tool", "clear"] + attributes, input: []), result.status == 0 else {
            throw ToolError.busy(
                "The keyring didn't remove the password of \(account.email). Is the desktop session still there? "
                    + "Nothing was erased.")
        }
    }

    /// By what the keyring finds the password.
    private var attributes: [String] { ["application", "com.example.rooms", "account", account.email] }

    /// The first line that a command prints; nil if it fails or prints nothing.
    private func output(of command: [String]) throws -> String? {
        guard let result = try run(command, input: nil), result.status == 0 else { return nil }
        let line = result.output.prefix { $0 != 10 && $0 != 13 }
        guard !line.isEmpty else { return nil }
        guard let password = String(validating: line, as: UTF8.self) else {
            throw ToolError.signIn("The password is not text in UTF-8.", account)
        }
        return password
    }

    private func run(_ command: [String], input: [UInt8]?) throws -> Processes.Result? {
        do throws(Errno) {
            return try Processes.run(command, input: input, limit: 4096, seconds: Self.patience)
        } catch {
            throw ToolError.inputOutput("\(command[0]) can't be run: \(error).")
        }
    }
}

extension ToolError {
    /// Signing in failed: 77. Names whom to ask, if that is known.
    static func signIn(_ sentence: String, _ account: Account) -> ToolError {
        let help = account.administrator.map { " If that doesn't help, write to \($0)." } ?? ""
        return ToolError(status: 77, sentence + help)
    }

    /// The answer is not one of Exchange Web Services: 76.
    static func notExchange(_ sentence: String) -> ToolError { ToolError(status: 76, sentence) }
}
