import AppCatalog
import AppGroup
import AppGroupCommands
import AppGroupText
import AppPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the catalogs of this user's logins, from their servers or from the cache.
struct CatalogReader {
    let folders: ClientFolders

    private var cache: CatalogCache { CatalogCache(folder: folders.cache) }

    /// The current catalog of a login, from its server.
    ///
    /// - Parameter now: Recorded as the time at which the server was asked.
    func fetch(_ client: ServerClient, _ account: Account, now: Timestamp) async throws -> TrustedCatalog {
        // A cached catalog that would not be trusted is not compared with the server's, either.
        let known = cache.entry(for: account).flatMap { entry in
            (try? trusted(entry, account, isCurrent: false)).map { _ in entry }
        }
        switch try await client.catalog(unlessStill: known?.tag) {
        case .unchanged:
            guard var entry = known else {
                throw ClientError(
                    .brokenProtocol,
                    "\(account.server) answers that its catalog is unchanged, although it was not asked about a change."
                )
            }
            entry.asked = now.milliseconds
            cache.save(entry, for: account)
            return try trusted(entry, account, isCurrent: true)
        case .catalog(let catalog, let tag):
            // A newer launcher-store may be able to read what is left out here, so it must get the whole catalog again.
            let entry = CatalogCache.Entry(
                tag: catalog.isWhole ? tag : nil, asked: now.milliseconds, catalog: catalog)
            let trusted = try trusted(entry, account, isCurrent: true)
            cache.save(entry, for: account)
            return trusted
        }
    }

    /// The last known catalog of a login; `nil` if there is none.
    func known(_ account: Account) -> TrustedCatalog? {
        cache.entry(for: account).flatMap { try? trusted($0, account, isCurrent: false) }
    }

    /// The current catalog; if the server cannot be reached or its catalog is too large, the last known one, after telling the user so.
    func fetchOrKnown(_ client: ServerClient, _ account: Account, now: Timestamp) async throws -> TrustedCatalog {
        do {
            return try await fetch(client, account, now: now)
        } catch let error as ClientError where [.unreachable, .tryLater, .tooLarge].contains(error.code) {
            guard let known = known(account) else { throw error }
            // On lines of their own: the first may end in a command.
            Talk.say("\(error)")
            Talk.say("This is its catalog, last read \(LocalClock(at: now).ago(known.asOf)).")
            return known
        }
    }

    private func trusted(
        _ entry: CatalogCache.Entry, _ account: Account, isCurrent: Bool
    ) throws -> TrustedCatalog {
        try TrustedCatalog(
            entry.catalog, from: account.server, for: account.group, asOf: Timestamp(milliseconds: entry.asked),
            isCurrent: isCurrent)
    }
}

/// The last known catalog of each login, so that it can be listed without a network and is transferred only after a change.
struct CatalogCache {
    let folder: String

    /// A catalog as the server sent it, and when.
    struct Entry: Codable {
        var version = 1
        /// The entity tag of this state of the catalog.
        var tag: String?
        /// When the server was last asked, in milliseconds since 1970.
        var asked: Int64
        var catalog: Catalog
    }

    /// The last known catalog of a login; `nil` if there is none that can be read, so that it is fetched again.
    func entry(for account: Account) -> Entry? {
        guard let bytes = try? PrivateFile.contents(of: path(for: account), limit: 2 * Connections.largestDocument),
            let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)), entry.version == 1
        else { return nil }
        return entry
    }

    /// Keeps a catalog if that is possible.
    func save(_ entry: Entry, for account: Account) {
        guard let bytes = try? JSONEncoder().encode(entry) else { return }
        try? PrivateFile.replace(path(for: account), with: Array(bytes))
    }

    func remove(for account: Account) { try? PrivateFile.remove(path(for: account)) }

    /// A user's name may contain any character, so the file's name has its bytes in hexadecimal.
    private func path(for account: Account) -> String {
        let user = (account.user ?? "").utf8.prefix(60).hexadecimal
        return "\(folder)/catalogs/\(account.server.fileName)-\(user).json"
    }
}
