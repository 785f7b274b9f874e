import AppGroup
import AppGroupTerminal
import ArgumentParser

/// At which of his servers a command works.
struct ServerOptions: ParsableArguments {
    @Option(help: "The server, where you are logged in at several: its address, or a part of that no other has.")
    var server: String?

    /// The logins that a command is about: the one that is named, or all.
    ///
    /// - Throws: ``StoreError`` where there is none.
    func accounts(in folders: StoreFolders) throws -> [Account] {
        let all = try AccountStore(folder: folders.configuration).all()
        guard !all.isEmpty else {
            throw StoreError(
                .notPermitted, "You are logged in nowhere. Log in first: launcher login https://tools.example.com")
        }
        guard let server else { return all }
        let address = try? ServerAddress(server)
        let exact = all.filter { $0.server == address }
        let found = exact.isEmpty ? all.filter { "\($0.server)".contains(server.lowercased()) } : exact
        guard !found.isEmpty else {
            throw StoreError(
                .notPermitted, "You are not logged in at “\(server)”. Log in first: launcher login \(server)")
        }
        return found
    }

    /// The one login that a command is about.
    ///
    /// - Throws: ``Misuse`` where it could be several.
    func account(in folders: StoreFolders) throws -> Account {
        let found = try accounts(in: folders)
        guard found.count == 1 else {
            let list = found.map(\.server.description).joined(separator: ", ")
            throw Misuse("You are logged in at several servers (\(list)). Say which one: --server \(found[0].server)")
        }
        return found[0]
    }
}
