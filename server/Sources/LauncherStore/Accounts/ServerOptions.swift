import AppGroup
import AppGroupCommands
import ArgumentParser

/// The servers that a command is about.
struct ServerOptions: ParsableArguments {
    @Option(help: "The server, if you are logged in to several: its address, or a part that no other address has.")
    var server: String?

    /// The logins that a command is about: the one that is named, even if others cannot be read, or all.
    ///
    /// - Throws: ``ClientError`` if there are none, and ``Misuse`` if several may be named.
    func accounts(in folders: ClientFolders) throws -> [Account] {
        try accounts(of: LoginFiles(folder: folders.configuration))
    }

    private func accounts(of logins: LoginFiles) throws -> [Account] {
        guard let server else {
            let all = try logins.all()
            guard !all.isEmpty else {
                throw ClientError(
                    .notPermitted,
                    "You are not logged in anywhere. Log in first: launcher login https://tools.example.com")
            }
            return all
        }
        // Every address contains it.
        guard !server.isEmpty else {
            throw Misuse("The name of the server is empty; give its address, or leave it out.")
        }
        if let address = try? ServerAddress(server), let exact = try logins.account(at: address) { return [exact] }
        let found = try logins.accounts(at: server)
        guard !found.isEmpty else {
            let others = try logins.usable().map(\.phrase)
            let known = others.isEmpty ? "" : ", but to \(others.joined(separator: ", "))"
            let sentence = "You are not logged in to “\(server)”\(known)."
            if logins.isEnding { throw ClientError(.notPermitted, "\(sentence) No login has ended.") }
            throw ClientError(
                .notPermitted, "\(sentence) Log in first: launcher login \(server)", logInTo: server)
        }
        return [try Self.single(found, isEnding: logins.isEnding)]
    }

    /// The one login that a command is about.
    ///
    /// - Parameter isEnding: Whether the login is about to end, which it can even if others may read its file.
    /// - Throws: ``Misuse`` if it could be several.
    func account(in folders: ClientFolders, isEnding: Bool = false) throws -> Account {
        try Self.single(
            accounts(of: LoginFiles(folder: folders.configuration, isEnding: isEnding)), isEnding: isEnding)
    }

    private static func single(_ found: [Account], isEnding: Bool) throws -> Account {
        guard found.count == 1 else {
            let list = found.map(\.phrase).joined(separator: ", ")
            let choice = "\(isEnding ? "launcher logout" : "--server") \(found[0].server)"
            throw Misuse("You are logged in to several servers (\(list)). Choose one: \(choice)")
        }
        return found[0]
    }
}
