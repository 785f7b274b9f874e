import AppGroup
import Synchronization

/// What one user may have, and the catalog that followed from it last.
final class Rights: Cacheable {
    let user: User.ID
    let access: Access

    private struct Last {
        let version: ReleaseShelf.Version
        weak var catalog: RenderedCatalog?
    }

    private let last = Mutex<Last?>(nil)

    init(of user: User.ID, _ access: Access) {
        self.user = user
        self.access = access
    }

    /// The catalog that was kept for these releases.
    func catalog(for version: ReleaseShelf.Version) -> RenderedCatalog? {
        last.withLock { $0?.version == version ? $0?.catalog : nil }
    }

    /// Remembers the catalog for some releases, as long as something else keeps it in memory.
    func remember(_ catalog: RenderedCatalog, for version: ReleaseShelf.Version) {
        last.withLock { $0 = Last(version: version, catalog: catalog) }
    }

    var cost: Int { 200 + 160 * access.packages.count + 16 * access.teams.count }

    static func users(concernedBy changes: Changes) -> Set<User.ID>? {
        changes.concernsEveryone || !changes.teams.isEmpty ? nil : changes.holders
    }

    func isOutdated(by changes: Changes) -> Bool {
        changes.isUnknown || changes.concernsEveryone || changes.holders.contains(user)
            || !changes.teams.isDisjoint(with: access.teams)
    }
}
