import AppCatalog
import AppGroupTerminal
import ArgumentParser

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "password", "Change your password at a server.",
        discussion:
            "All your other logins there end by it. Who has forgotten his password asks the server's administrator.")

    @OptionGroup var servers: ServerOptions
    @Flag(help: "Take the present and the new password from two lines of standard input.") var passwordStdin = false

    func run() async throws {
        let account = try servers.account(in: try StoreFolders())
        let client = try StoreClient(account)
        try await client.changePassword(try change(account))
        Talk.say("Your password at \(account.server) is changed. Your other logins there have ended.")
    }

    private func change(_ account: Account) throws -> PasswordChange {
        if passwordStdin {
            let lines = try Passwords.lines(["present password", "new password"])
            return PasswordChange(current: lines[0], new: lines[1])
        }
        let current = try Passwords.ask("Present password at \(account.server):")
        let new = try Passwords.ask("New password:")
        guard try Passwords.ask("New password again:") == new else {
            throw Misuse("The new password was not typed the same twice; nothing is changed.")
        }
        return PasswordChange(current: current, new: new)
    }
}
