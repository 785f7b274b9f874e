import AppCatalog
import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "login", "Log in to a server to get the apps it offers you.",
        discussion: """
            The server says which group its apps belong to. The token that proves who you are is kept in a file under \
            $XDG_CONFIG_HOME/app-groups that only you can read. With --token-command, your command prints the token \
            instead, each time it is needed.
            """)

    @Argument(help: "The server, such as https://tools.example.com.") var server: String
    @Option(help: "Your user name there. You are asked for it if you leave it out.") var user: String?
    @Flag(help: "Read the password from the first line of standard input.") var passwordStdin = false
    @Option(
        help: """
            A file of CA certificates in PEM format to trust in addition to the system's (default: that of your earlier login \
            at the server).
            """, completion: .file())
    var caFile: String?
    @Option(help: "A shell command that prints a token, in place of a password.") var tokenCommand: String?
    @Flag(inversion: .prefixedNo, help: "Let links on the server's pages open here, if there is a desktop.")
    var handler = true

    func validate() throws {
        if tokenCommand != nil, passwordStdin {
            throw ValidationError("Use either --token-command or --password-stdin.")
        }
    }

    func run() async throws {
        let (folders, address) = (try ClientFolders(), try ServerAddress(server))
        let login = try Login(at: address, in: folders, authorityFile: caFile)
        let (account, client) =
            if let tokenCommand {
                try await login.byCommand(tokenCommand, user: user)
            } else {
                try await byPassword(login)
            }
        if let before = try await login.keep(account, client), before.group != account.group {
            try? CatalogSession.forgetOffers(of: before)
        }
        if handler {
            do {
                try LinkHandler(folders: folders, environment: .current).register()
            } catch {
                Talk.say("The links on the server's pages may not open: \(error)")
            }
        }
        let offer = await offer(CatalogSession(folders: folders, accounts: [account], group: nil))
        Talk.say("Logged in to \(account.phrase). \(offer)")
    }

    /// What the server offers, in a sentence for the person. If that can't be read, the login has succeeded all the same: another
    /// one would only begin another session.
    private func offer(_ catalogs: CatalogSession) async -> String {
        do {
            let sources = try await catalogs.sources(forList: true).sources
            let count = sources.reduce(0) { $0 + $1.view.entries.count }
            return "It offers you \(Quantity(count, "app")): launcher catalog"
        } catch {
            return "What it offers you can't be read yet: \(error)"
        }
    }

    private func byPassword(_ login: Login) async throws -> (Account, ServerClient) {
        let user = try user ?? askForUser(login.address)
        let ask = {
            try passwordStdin
                ? Passwords.lines(["password"])[0] : Passwords.ask("Password of \(user) at \(login.address):")
        }
        return try await login.byPassword(ask, user: user)
    }

    private func askForUser(_ address: ServerAddress) throws -> String {
        guard let name = Talk.ask("User at \(address):"), !name.isEmpty else {
            throw Misuse("Give your name at \(address): --user NAME")
        }
        return name
    }
}

struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "logout", "Log out of a server and forget its token.",
        discussion: "Installed apps stay. Apps that were only offered are no longer listed.")

    @Argument(help: "The server, if you are logged in to several.") var server: String?

    func run() async throws {
        let folders = try ClientFolders()
        var servers = ServerOptions()
        servers.server = server
        let account = try servers.account(in: folders, isEnding: true)
        // First on this machine: a deleted secret is safe, whether or not the server learns of it. Then at the server, before
        // anything else can fail and leave a login that nobody can end.
        let files = LoginFiles(folder: folders.configuration)
        let deletion = Result { try files.remove(account) }
        // A draft that has stayed is no login.
        let isLoggedOut = !files.has(account)
        CatalogCache(folder: folders.cache).remove(for: account)
        do {
            if case .token = account.credential {
                try await ServerClient(account).logout()
                if !isLoggedOut { Talk.say("The session at \(account.server) has ended.") }
            }
            if isLoggedOut { Talk.say("Logged out of \(account.server).") }
        } catch {
            if isLoggedOut { Talk.say("Logged out of \(account.server). The server has not been told: \(error)") }
        }
        let offers = Result { try CatalogSession.forgetOffers(of: account) }
        if case .failure = deletion, case .failure(let error) = offers { Talk.say("\(error)") }
        try deletion.get()
        try offers.get()
    }
}

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "password", "Change your password on a server.",
        discussion:
            "This ends all your other sessions there. If you forgot your password, ask the server's administrator.")

    @OptionGroup var servers: ServerOptions
    @Flag(help: "Read the current and the new password from two lines of standard input.") var passwordStdin = false

    func run() async throws {
        let account = try servers.account(in: try ClientFolders())
        let client = try ServerClient(account)
        try await client.changePassword(try change(account))
        Talk.say("Your password at \(account.server) has been changed. Your other sessions there have ended.")
    }

    private func change(_ account: Account) throws -> PasswordChange {
        if passwordStdin {
            let lines = try Passwords.lines(["current password", "new password"])
            return PasswordChange(current: lines[0], new: lines[1])
        }
        let current = try Passwords.ask("Current password at \(account.server):")
        let new = try Passwords.ask("New password:")
        guard try Passwords.ask("New password again:") == new else {
            throw Misuse("The two new passwords differ; nothing has been changed.")
        }
        return PasswordChange(current: current, new: new)
    }
}
