import AppGroup
import AppGroupTerminal

/// Reads the catalogues that a command is about, and tells the families what they offer.
struct CatalogSession {
    let folders: StoreFolders
    let accounts: [Account]
    /// The group that the person named; a server of another one is left out.
    let group: GroupID?

    private var reader: CatalogReader { CatalogReader(folders: folders, now: Session.current.now) }
    private var origins: OriginStore { OriginStore(folder: folders.state) }

    /// Each catalogue beside its family. One of several that cannot be read is left out with a word.
    ///
    /// - Parameter fromMemory: Whether what was known last does, where a server cannot be reached.
    func sources(fromMemory: Bool) async throws -> (sources: [InstallPlan.Source], leftOut: [InstallPlan.LeftOut]) {
        var (sources, leftOut) = ([InstallPlan.Source](), [InstallPlan.LeftOut]())
        for account in accounts where group.map({ $0 == account.group }) ?? true {
            do {
                sources.append(try await source(account, fromMemory: fromMemory))
            } catch {
                guard accounts.count > 1 else { throw error }
                Talk.say("\(account.server) is left out: \(error)")
                let known = reader.known(account).flatMap { try? view(of: $0) }
                leftOut.append(InstallPlan.LeftOut(failure: error, known: known))
            }
        }
        if sources.isEmpty, leftOut.isEmpty, let group {
            throw StoreError(
                .notFound, "None of your servers has a catalogue of the group \(group). Where you are: launcher catalog"
            )
        }
        return (sources, leftOut)
    }

    private func source(_ account: Account, fromMemory: Bool) async throws -> InstallPlan.Source {
        let client = try StoreClient(account)
        let (catalog, isCurrent) =
            if fromMemory {
                try await reader.fetchOrKnown(client, account)
            } else {
                (try await reader.fetch(client, account), true)
            }
        if catalog.refusedPackages > 0 {
            Talk.say(
                "\(catalog.refusedPackages) packages of \(account.server) are left out: what it says of them cannot be."
            )
        }
        let view = try view(of: catalog)
        try view.offer()
        return InstallPlan.Source(view: view, client: client, isCurrent: isCurrent)
    }

    /// Looks at the families again after something was installed.
    func offerAgain(_ sources: [InstallPlan.Source]) throws {
        for source in sources { try view(of: source.view.catalog).offer() }
        try? forgetOrigins()
    }

    /// Notes are kept only of packages that some app of this user has.
    private func forgetOrigins() throws {
        let apps = try Registry.groups().flatMap { try Registry(group: $0).apps(order: .name, including: .all) }
        origins.forget(allBut: Set(apps.flatMap(\.packages)), now: Session.current.now.seconds)
    }

    /// Tells a family what the catalogues offered that are known of it, where a version was changed without asking anybody.
    static func offerFromMemory(_ group: GroupID) throws {
        let folders = try StoreFolders()
        let accounts = try AccountStore(folder: folders.configuration).usable().filter { $0.group == group }
        let session = CatalogSession(folders: folders, accounts: accounts, group: group)
        for account in accounts {
            if let catalog = session.reader.known(account) { try session.view(of: catalog).offer() }
        }
    }

    private func view(of catalog: TrustedCatalog) throws -> CatalogView {
        try CatalogView(catalog, family: Registry(group: catalog.group), origins: origins)
    }
}
