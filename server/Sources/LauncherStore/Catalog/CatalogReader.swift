import AppCatalog
import AppGroup
import AppGroupTerminal

/// Reads the catalogues of this user's logins, from their servers or as they are known.
struct CatalogReader {
    let folders: StoreFolders
    var now: Timestamp

    private var cache: CatalogCache { CatalogCache(folder: folders.cache) }

    /// The catalogue of a login as its server has it now.
    func fetch(_ client: StoreClient, _ account: Account) async throws -> TrustedCatalog {
        // A catalogue that would not be believed is not asked about, either.
        let known = cache.entry(for: account).flatMap { entry in
            (try? trusted(entry, account)).map { (entry: entry, catalog: $0) }
        }
        switch try await client.catalog(unlessStill: known?.entry.tag) {
        case .unchanged:
            guard var entry = known?.entry else {
                throw StoreError(
                    .brokenProtocol, "\(account.server) says that its catalogue is unchanged, which nobody asked.")
            }
            entry.asked = now.milliseconds
            cache.save(entry, for: account)
            return try trusted(entry, account)
        case .catalog(let catalog, let tag):
            let entry = CatalogCache.Entry(tag: tag, asked: now.milliseconds, catalog: catalog)
            let trusted = try trusted(entry, account)
            cache.save(entry, for: account)
            return trusted
        }
    }

    /// The catalogue of a login as it was known last; `nil` for none.
    func known(_ account: Account) -> TrustedCatalog? {
        cache.entry(for: account).flatMap { try? trusted($0, account) }
    }

    /// The catalogue as the server has it; as it is known, with a word about that, where the server cannot be reached.
    ///
    /// - Returns: With it, whether it is what the server has now.
    func fetchOrKnown(
        _ client: StoreClient, _ account: Account
    ) async throws -> (catalog: TrustedCatalog, isCurrent: Bool) {
        do {
            return (try await fetch(client, account), true)
        } catch let error as StoreError where error.code == .unreachable || error.code == .tryLater {
            guard let known = known(account) else { throw error }
            Talk.say("\(error.description) This is what was known \(Session.current.ago(known.asOf)).")
            return (known, false)
        }
    }

    func forget(_ account: Account) { cache.remove(for: account) }

    private func trusted(_ entry: CatalogCache.Entry, _ account: Account) throws -> TrustedCatalog {
        try TrustedCatalog(
            entry.catalog, from: account.server, for: account.group, asOf: Timestamp(milliseconds: entry.asked))
    }
}
