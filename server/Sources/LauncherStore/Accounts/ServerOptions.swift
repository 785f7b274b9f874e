import AppGroup
import AppGroupTerminal
import ArgumentParser

/// At which of his servers a command works.
struct ServerOptions: ParsableArguments {
    @Option(help: "The server, where you are logged in at several: its address, or a part of that no other has.")
    var server: String?

    /// The logins that a command is about: the one that is named, whatever is wrong with others, or all.
    ///
    /// - Throws: ``StoreError`` where there is none.
    func accounts(in folders: StoreFolders) throws -> [Account] {
        try accounts(of: AccountStore(folder: folders.configuration))
    }

    private func accounts(of store: AccountStore) throws -> [Account] {
        guard let server else {
            let all = try store.all()
            guard !all.isEmpty else {
                throw StoreError(
                    .notPermitted, "You are logged in nowhere. Log in first: launcher login https://tools.example.com")
            }
            return all
        }
        if let address = try? ServerAddress(server), let exact = try store.account(at: address) { return [exact] }
        let found = try store.accounts(at: server)
        guard !found.isEmpty else {
            throw StoreError(
                .notPermitted, "You are not logged in at “\(server)”. Log in first: launcher login \(server)")
        }
        return found
    }

    /// The one login that a command is about.
    ///
    /// - Parameter isEnding: Whether that is to be ended, which it can be even where others may read its file.
    /// - Throws: ``Misuse`` where it could be several.
    func account(in folders: StoreFolders, isEnding: Bool = false) throws -> Account {
        let found = try accounts(of: AccountStore(folder: folders.configuration, isEnding: isEnding))
        guard found.count == 1 else {
            let list = found.map(\.server.description).joined(separator: ", ")
            throw Misuse("You are logged in at several servers (\(list)). Say which one: --server \(found[0].server)")
        }
        return found[0]
    }
}
