import Accounts
import AppCatalog
import Synchronization

/// What one user may have, and the catalog that followed from it last.
final class Rights: Cacheable {
    let user: User.ID
    /// The highest channel of packages that no grant names; `nil` if no grant covers everything.
    let everything: ReleaseChannel?
    /// The packages that grants name, each with its highest channel, in any order.
    let packages: [Item]
    private let teams: [Team.ID]

    /// A package's number and its highest channel.
    struct Item: Sendable {
        private let bits: UInt32

        init(number: Int, channel: ReleaseChannel) { bits = UInt32(number) << 1 | (channel == .beta ? 1 : 0) }

        var number: Int { Int(bits >> 1) }
        var channel: ReleaseChannel { bits & 1 == 1 ? .beta : .stable }
    }

    private struct Last {
        let version: ReleaseShelf.Version
        weak var catalog: RenderedCatalog?
    }

    private let last = Mutex<Last?>(nil)

    init(of user: User.ID, _ access: Access, numbers: PackageNumbers) {
        self.user = user
        everything = access.everything
        packages = access.packages.keys.compactMap { package in
            access.channel(of: package).map { Item(number: numbers.number(of: package), channel: $0) }
        }
        teams = Array(access.teams)
    }

    /// The highest channel of the package with a number; `nil` if the user may not have it at all.
    func channel(of number: Int) -> ReleaseChannel? {
        packages.first { $0.number == number }?.channel ?? everything
    }

    /// The catalog that was kept for these releases.
    func catalog(for version: ReleaseShelf.Version) -> RenderedCatalog? {
        last.withLock { $0?.version == version ? $0?.catalog : nil }
    }

    /// Remembers the catalog for some releases, as long as something else keeps it in memory.
    func remember(_ catalog: RenderedCatalog, for version: ReleaseShelf.Version) {
        last.withLock { $0 = Last(version: version, catalog: catalog) }
    }

    var cost: Int { 250 + 4 * packages.count + 8 * teams.count }

    static func users(concernedBy changes: Changes) -> Set<User.ID>? {
        changes.concernsEveryone || !changes.teams.isEmpty ? nil : changes.holders
    }

    func isOutdated(by changes: Changes) -> Bool {
        changes.isUnknown || changes.concernsEveryone || changes.holders.contains(user)
            || !changes.teams.isEmpty && teams.contains { changes.teams.contains($0) }
    }
}
