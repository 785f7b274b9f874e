import AppCatalog
import AppGroup

/// A catalog that has been checked: the one place where the client decides to trust what a server says.
///
/// Trust rests on TLS, which proves who sent the catalog, and on the group that the login named. Signed metadata would belong
/// here: everything that acts on a catalog takes this type. Its contents are well-formed, and nothing more is known about
/// them: ``VerifiedDownload`` checks that a file is what its release says.
struct TrustedCatalog: Sendable {
    let server: ServerAddress
    let group: GroupID
    /// Sorted by name.
    let packages: [TrustedPackage]
    /// The identifiers of its packages, including those that were left out, as far as they can be read.
    let named: Set<AppID>
    /// How many packages were left out because they were malformed or could not be read.
    let refusedPackages: Int
    /// When the server was last asked.
    let asOf: Timestamp
    /// Whether that was just now. The last known catalog does not tell what the server no longer offers: it is kept without what
    /// could not be read.
    let isCurrent: Bool

    private static let mostPackages = 100_000

    /// - Throws: ``ClientError`` if the catalog is of an unknown version, of another group, or too large.
    init(
        _ catalog: Catalog, from server: ServerAddress, for group: GroupID, asOf: Timestamp, isCurrent: Bool
    ) throws(ClientError) {
        guard catalog.version == 1 else {
            throw ClientError(
                .brokenProtocol,
                "\(server) has a catalog of version \(catalog.version); install a newer launcher-store.")
        }
        guard catalog.group == "\(group)" else {
            throw ClientError(
                .brokenProtocol,
                "\(server) now has the catalog of another group than \(group), which you logged in to; if that is right, log in "
                    + "again: launcher login \(server)")
        }
        guard catalog.packages.count <= Self.mostPackages else {
            throw ClientError(
                .brokenProtocol, "\(server) has a catalog of \(catalog.packages.count) packages, which is too many.")
        }
        var seen: Set<AppID> = []
        packages = catalog.packages.compactMap(TrustedPackage.init).filter { seen.insert($0.id).inserted }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        named = seen.union(
            (catalog.packages.map(\.id) + catalog.unreadableNames).compactMap { id in try? AppID(id) })
        refusedPackages = catalog.unreadablePackages + catalog.packages.count - packages.count
        self.server = server
        self.group = group
        self.asOf = asOf
        self.isCurrent = isCurrent
    }

    /// How many releases of the packages were left out because they were malformed or could not be read.
    var refusedReleases: Int { packages.reduce(0) { $0 + $1.refusedReleases } }

    /// Whether nothing was left out.
    var isWhole: Bool { refusedPackages == 0 && refusedReleases == 0 }

    func package(_ id: AppID) -> TrustedPackage? { packages.first { $0.id == id } }
}

/// A package of a ``TrustedCatalog``.
struct TrustedPackage: Hashable, Sendable {
    let id: AppID
    let name: AppName
    /// The releases, the newest first; at least one.
    let releases: [TrustedRelease]
    /// How many releases were left out because they were malformed or could not be read.
    let refusedReleases: Int

    private static let mostReleases = 10_000

    /// Checks a package and leaves out malformed releases; `nil` if it is malformed itself or has no release left.
    init?(_ package: CatalogPackage) {
        guard let id = try? AppID(package.id), let name = try? AppName(package.name),
            package.releases.count <= Self.mostReleases
        else { return nil }
        let releases = package.releases.compactMap(TrustedRelease.init)
        guard !releases.isEmpty else { return nil }
        self.id = id
        self.name = name
        refusedReleases = package.unreadableReleases + package.releases.count - releases.count
        // The server's order is not trusted, since the newest release is the one that is installed.
        self.releases = releases.sorted { $1.isOlder(than: $0) }
    }

    /// The newest release that runs on this machine, or the newest of those with a name that a person gave.
    ///
    /// A version comes before a build, and a build before a digest: the build of one release may read like the version of
    /// another.
    func release(named name: String? = nil) -> TrustedRelease? {
        let fitting = releases.filter(\.fits)
        guard let name else { return fitting.first }
        return fitting.first { $0.version?.description == name } ?? fitting.first { $0.build?.description == name }
            ?? fitting.first { $0.hasDigest(beginningWith: name) }
    }
}
