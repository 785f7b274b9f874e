import AppCatalog
import AppGroup
import AppGroupPlatform
import AppGroupCommands

/// Logging in to a server: what proves who asks, where it is kept, and what becomes of an earlier login there.
struct Login {
    let address: ServerAddress
    let folders: ClientFolders
    /// The absolute path of a file with the certificates of a company's own authority.
    private let authorityFile: String?

    private var logins: LoginFiles { LoginFiles(folder: folders.configuration) }

    /// - Parameter authorityFile: A file of certificates in PEM format to trust in addition to the system's; `nil` for the one that
    ///   the earlier login at this server trusts, after telling the user so.
    /// - Throws: ``ClientError`` if there are no certificates in that file.
    init(at address: ServerAddress, in folders: ClientFolders, authorityFile: String?) throws {
        self.address = address
        self.folders = folders
        guard let authorityFile else {
            self.authorityFile = Self.knownAuthorityFile(of: address, in: folders)
            if let file = self.authorityFile {
                Talk.say("The certificates in \(file) are trusted for \(address), as in your earlier login.")
            }
            return
        }
        // Without a current folder, a relative one can't be read, and that is said.
        let file = ThisProcess.absolute(authorityFile) ?? authorityFile
        _ = try Connections.certificates(in: file)
        self.authorityFile = file
    }

    /// The file of certificates that the earlier login at a server trusts; `nil` if there is none, or if there are no certificates
    /// in it any longer.
    private static func knownAuthorityFile(of server: ServerAddress, in folders: ClientFolders) -> String? {
        guard let file = (try? LoginFiles(folder: folders.configuration).account(at: server))?.authorityFile,
            (try? Connections.certificates(in: file)) != nil
        else { return nil }
        return file
    }

    /// Logs in with the token that a command of the user prints.
    func byCommand(_ command: String, user: String?) async throws -> (Account, ServerClient) {
        let tokenCommand = TokenCommand(command: command)
        let client = ServerClient(
            try ServerClient(server: address, authorityFile: authorityFile), token: try tokenCommand.token(),
            from: tokenCommand)
        guard case .catalog(let catalog, _) = try await client.catalog(unlessStill: nil),
            let group = try? GroupID(catalog.group)
        else { throw noGroup }
        let account = Account(
            server: address, user: user, group: group, credential: .command(command),
            authorityFile: authorityFile)
        return (account, client)
    }

    /// Logs in with a password, for which the server gives a token.
    func byPassword(_ password: () throws -> String, user: String) async throws -> (Account, ServerClient) {
        let client = try ServerClient(server: address, authorityFile: authorityFile)
        let machine = ThisProcess.hostName ?? "an unknown machine"
        let answer = try await client.login(
            LoginRequest(
                user: user, password: try password(), client: "launcher-store \(Program.version) on \(machine)"))
        guard answer.version == 1, let token = Token(answer.token), let group = try? GroupID(answer.group) else {
            throw noGroup
        }
        let account = Account(
            server: address, user: user, group: group, credential: .token(token),
            authorityFile: authorityFile)
        return (account, ServerClient(client, token: token))
    }

    /// Keeps a new login in place of an earlier one at the same server, which ends. A login that cannot be kept ends at once.
    ///
    /// - Returns: The earlier one; `nil` if there was none, or none that can be read.
    func keep(_ account: Account, _ client: ServerClient) async throws -> Account? {
        let before = Result { try LoginFiles(folder: logins.folder, isEnding: true).account(at: address) }
        do {
            try logins.save(account)
        } catch {
            if case .token = account.credential { try? await client.logout() }
            throw error
        }
        switch before {
        case .success(let before):
            if let before { await end(before, for: account, client) }
            return before
        case .failure:
            Talk.say(
                "Your earlier login could not be read, so its session may still be open at \(address). To end all your sessions "
                    + "there but this one: launcher password --server \(address)")
            return nil
        }
    }

    /// Ends a login that another one replaces. Its session goes on if the new login has the same token.
    private func end(_ before: Account, for account: Account, _ client: ServerClient) async {
        if case .token(let token) = before.credential, token != client.token {
            do {
                try await ServerClient(client, token: token).logout()
            } catch {
                Talk.say("Your earlier session at \(account.server) could not be ended: \(error)")
            }
        }
        if before.user != account.user { CatalogCache(folder: folders.cache).remove(for: before) }
    }

    private var noGroup: ClientError {
        ClientError(.brokenProtocol, "\(address) does not answer like a catalog server; check the address.")
    }
}
