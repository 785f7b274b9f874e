import AppGroup
import AppGroupCommands
import AppGroupText

/// Reads the catalogs that a command is about, and records their offers in the groups.
struct CatalogSession {
    let folders: ClientFolders
    let accounts: [Account]
    /// The group that the person named; servers of other groups are left out.
    let group: GroupID?

    private var reader: CatalogReader { CatalogReader(folders: folders) }
    private var origins: OriginStore { OriginStore(folders) }
    private var declined: DeclinedReleases { DeclinedReleases(folders) }

    /// Each catalog together with its registry. If one of several cannot be read, it is left out, and the user is told.
    ///
    /// - Parameters:
    ///   - forList: Whether the catalogs are only listed. Then the last known one will do if a server cannot be reached, and the
    ///     registry need not be writable.
    ///   - clock: Tells the time at which each server is asked, which is recorded.
    func sources(
        forList: Bool, clock: @Sendable () -> Timestamp = { .now }
    ) async throws -> (sources: [InstallPlan.Source], leftOut: [InstallPlan.LeftOut]) {
        var (sources, leftOut) = ([InstallPlan.Source](), [InstallPlan.LeftOut]())
        for account in accounts where group.map({ $0 == account.group }) ?? true {
            do {
                sources.append(try await source(account, forList: forList, clock: clock))
            } catch {
                guard accounts.count > 1 else { throw error }
                // On lines of their own: not every error names the server.
                Talk.say("\(error)")
                Talk.say("\(account.server) is left out.")
                let known = reader.known(account).flatMap { try? view(of: $0) }
                leftOut.append(InstallPlan.LeftOut(server: account.server, failure: error, known: known))
            }
        }
        if sources.isEmpty, leftOut.isEmpty, let group {
            throw ClientError(
                .notFound,
                "None of your servers has a catalog of the group \(group). To list your servers' apps: launcher catalog"
            )
        }
        return (sources, leftOut)
    }

    private func source(
        _ account: Account, forList: Bool, clock: @Sendable () -> Timestamp
    ) async throws -> InstallPlan.Source {
        let client = try ServerClient(account)
        let now = clock()
        let catalog =
            if forList {
                try await reader.fetchOrKnown(client, account, now: now)
            } else {
                try await reader.fetch(client, account, now: now)
            }
        if !catalog.isWhole {
            let refused = [(catalog.refusedPackages, "package"), (catalog.refusedReleases, "release")]
            let what = refused.filter { $0.0 > 0 }.map { "\(Quantity($0, $1))" }.joined(separator: " and ")
            let are = refused.reduce(0) { $0 + $1.0 } == 1 ? "is" : "are"
            Talk.say(
                "\(what) of \(account.server) \(are) left out, because this release of launcher-store cannot read the description. "
                    + "A newer one may.")
        }
        let view = try view(of: catalog)
        do {
            try view.offer()
        } catch {
            guard forList else { throw error }
            Talk.say("\(error)")
            return InstallPlan.Source(view: view, client: client, unrecorded: error)
        }
        return InstallPlan.Source(view: view, client: client, unrecorded: nil)
    }

    /// Records the offers again after something was installed.
    func offerAgain(_ sources: [InstallPlan.Source], now: Timestamp) throws {
        for source in sources { try view(of: source.view.catalog).offer() }
        try? forgetOrigins(now: now)
    }

    /// Deletes the records of packages that no app of this user has.
    private func forgetOrigins(now: Timestamp) throws {
        let apps = try Registry.groups().flatMap { try Registry(group: $0).apps(order: .name, including: .all) }
        origins.forget(allBut: Set(apps.flatMap(\.packages)), now: now.seconds)
    }

    /// Records the offers of the last known catalogs of a group again, after a version was changed without asking a server.
    static func offerFromMemory(_ group: GroupID) throws {
        let folders = try ClientFolders()
        let accounts = try LoginFiles(folder: folders.configuration).usable().filter { $0.group == group }
        let catalogs = CatalogSession(folders: folders, accounts: accounts, group: group)
        for account in accounts {
            if let catalog = catalogs.reader.known(account) { try catalogs.view(of: catalog).offer() }
        }
    }

    /// Takes back the offers of a login that has ended, and the marks of its updates.
    static func forgetOffers(of account: Account) throws {
        let registry = Registry(group: account.group)
        let offered = try registry.apps(order: .name, including: .all).filter { $0.availableVersion != nil }
        let updates = Dictionary(offered.map { ($0.id, AppVersion?.none) }, uniquingKeysWith: { first, _ in first })
        try registry.setOffers([], updates: updates, from: account.source)
        // It is not recorded which server an update came from, so the offers of the others are marked again.
        try offerFromMemory(account.group)
    }

    private func view(of catalog: TrustedCatalog) throws -> CatalogView {
        try CatalogView(catalog, registry: Registry(group: catalog.group), origins: origins, declined: declined)
    }
}
