import AppCatalog
import AppGroup
import AppGroupTerminal
import ArgumentParser

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "login", "Log in at a server, to have what it offers you.",
        discussion: """
            The server says which group its apps belong to. What proves that it is you lies in a file that only you may read, \
            below $XDG_CONFIG_HOME/app-groups, or comes from a command of yours each time that it is needed.
            """)

    @Argument(help: "The server, such as https://tools.example.com.") var server: String
    @Option(help: "Your name there. Asked for where it is not given.") var user: String?
    @Flag(help: "Take the password from the first line of standard input.") var passwordStdin = false
    @Option(help: "Certificates in PEM form of an authority to trust beside the system's.", completion: .file())
    var caFile: String?
    @Option(help: "Instead of a password: a shell command that prints a token.") var tokenCommand: String?
    @Flag(inversion: .prefixedNo, help: "Let links of the server's pages open here, where there is a desktop.")
    var handler = true

    func validate() throws {
        if tokenCommand != nil, passwordStdin {
            throw ValidationError("Say either --token-command or --password-stdin.")
        }
    }

    func run() async throws {
        let (folders, address) = (try StoreFolders(), try ServerAddress(server))
        let authorityFile = try caFile.map { try Self.authority($0) }
        let store = AccountStore(folder: folders.configuration)
        let before = Result { try AccountStore(folder: store.folder, isEnding: true).account(at: address) }
        let (account, client) =
            if let tokenCommand {
                try await byCommand(tokenCommand, at: address, authorityFile)
            } else {
                try await byPassword(at: address, authorityFile)
            }
        do {
            try store.save(account)
        } catch {
            if case .token = account.credential { try? await client.logout() }
            throw error
        }
        switch before {
        case .success(let before?): await leave(before, for: account, client, folders)
        case .success(nil): break
        case .failure:
            Talk.say(
                "What proved your login before could not be read, so that it may still be open at \(address). "
                    + "To end all your logins there but this one: launcher password --server \(address)")
        }
        let session = CatalogSession(folders: folders, accounts: [account], group: nil)
        let (sources, _) = try await session.sources(fromMemory: false)
        if handler { LinkHandler(folders: folders, environment: .current).register() }
        let count = sources.reduce(0) { $0 + $1.view.entries.count }
        let name = account.user.map { " as \($0)" } ?? ""
        Talk.say(
            "Logged in at \(client.server)\(name). \(count == 1 ? "1 app is" : "\(count) apps are") there for you: launcher catalog"
        )
    }

    private static func authority(_ path: String) throws -> String {
        let whole = path.hasPrefix("/") ? path : "\(Folders.working)/\(path)"
        _ = try Connections.certificates(in: whole)
        return whole
    }

    private func byCommand(
        _ command: String, at address: ServerAddress, _ authorityFile: String?
    ) async throws -> (Account, StoreClient) {
        let tokenCommand = TokenCommand(command: command)
        let client = StoreClient(
            try StoreClient(server: address, authorityFile: authorityFile), token: try tokenCommand.token(),
            from: tokenCommand)
        guard case .catalog(let catalog, _) = try await client.catalog(unlessStill: nil),
            let group = try? GroupID(catalog.group)
        else { throw Self.noGroup(address) }
        return (
            Account(
                server: address, user: user, group: group, role: nil, credential: .command(command),
                authorityFile: authorityFile), client
        )
    }

    private func byPassword(
        at address: ServerAddress, _ authorityFile: String?
    ) async throws -> (Account, StoreClient) {
        let client = try StoreClient(server: address, authorityFile: authorityFile)
        let user = try user ?? askForUser(address)
        let password =
            try passwordStdin
            ? Passwords.lines(["password"])[0] : Passwords.ask("Password of \(user) at \(address):")
        let answer = try await client.login(
            LoginRequest(user: user, password: password, client: "launcher-store \(Program.version) on \(Folders.host)")
        )
        guard answer.version == 1, let token = Token(answer.token), let group = try? GroupID(answer.group) else {
            throw Self.noGroup(address)
        }
        return (
            Account(
                server: address, user: user, group: group, role: answer.role, credential: .token(token),
                authorityFile: authorityFile), StoreClient(client, token: token)
        )
    }

    private func askForUser(_ address: ServerAddress) throws -> String {
        guard let name = Talk.ask("User at \(address):"), !name.isEmpty else {
            throw Misuse("Say who you are at \(address): --user NAME")
        }
        return name
    }

    /// Ends a login that another takes the place of, and what it offered. The session goes on where the new login is proven
    /// by the same token.
    private func leave(_ before: Account, for account: Account, _ client: StoreClient, _ folders: StoreFolders) async {
        if case .token(let token) = before.credential, token != client.token {
            do {
                try await StoreClient(client, token: token).logout()
            } catch {
                Talk.say("Your login before is not ended at \(account.server): \(error)")
            }
        }
        if before.group != account.group { try? Registry(group: before.group).setOffers([], from: before.source) }
        if before.user != account.user { CatalogCache(folder: folders.cache).remove(for: before) }
    }

    private static func noGroup(_ address: ServerAddress) -> StoreError {
        StoreError(.brokenProtocol, "\(address) does not answer like a catalogue server; look at the address.")
    }
}
