import AppPackage
import AppCatalog
import AppGroup

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The last known catalogue of each login, so that one can be looked at without a network, and asked for only where it
/// changed.
struct CatalogCache {
    let folder: String

    /// A catalogue as it came, and what it was.
    struct Entry: Codable {
        var version = 1
        /// Names the state of the catalogue at the server.
        var tag: String?
        /// Milliseconds since 1970 when the server was asked last.
        var asked: Int64
        var catalog: Catalog
    }

    /// What is known for a login; `nil` where that is nothing that can be read: it is only asked for anew.
    func entry(for account: Account) -> Entry? {
        guard let bytes = try? PrivateFile.contents(of: path(for: account), limit: 2 * Connections.largestDocument),
            let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)), entry.version == 1
        else { return nil }
        return entry
    }

    /// Keeps a catalogue, best effort.
    func save(_ entry: Entry, for account: Account) {
        guard let bytes = try? JSONEncoder().encode(entry) else { return }
        try? PrivateFile.replace(path(for: account), with: Array(bytes))
    }

    func remove(for account: Account) { try? PrivateFile.remove(path(for: account)) }

    /// A user's name may hold anything: a file is named by its bytes.
    private func path(for account: Account) -> String {
        let user = (account.user ?? "").utf8.prefix(60).hexadecimal
        return "\(folder)/catalogues/\(account.server.fileName)-\(user).json"
    }
}
