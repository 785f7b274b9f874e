import AppCatalog
import AppGroup

/// What a server says that this user may have: the one place where a catalogue is believed.
///
/// A catalogue is believed as far as TLS proves who sent it, for the group that the login named. Signed metadata belongs here
/// once there is any: everything that acts on a catalogue takes this type. What is in it has the form that it should have,
/// and nothing more is known: that a file is what its release says is for ``VerifiedDownload``.
struct TrustedCatalog: Sendable {
    let server: ServerAddress
    let group: GroupID
    /// By name.
    let packages: [TrustedPackage]
    /// How many packages were left out that cannot be any.
    let refusedPackages: Int
    /// When the server was asked last.
    let asOf: Timestamp

    private static let mostPackages = 100_000

    /// - Throws: ``StoreError`` for a catalogue that is not this server's for this group.
    init(_ catalog: Catalog, from server: ServerAddress, for group: GroupID, asOf: Timestamp) throws(StoreError) {
        guard catalog.version == 1 else {
            throw StoreError(
                .brokenProtocol,
                "\(server) has a catalogue of version \(catalog.version); install a newer launcher-store.")
        }
        guard catalog.group == "\(group)" else {
            throw StoreError(
                .brokenProtocol,
                "\(server) now has a catalogue of another group than \(group), to which you logged in; if that is meant, log in "
                    + "again: launcher login \(server)")
        }
        guard catalog.packages.count <= Self.mostPackages else {
            throw StoreError(
                .brokenProtocol, "\(server) has a catalogue of \(catalog.packages.count) packages; that is too many.")
        }
        var seen: Set<AppID> = []
        packages = catalog.packages.compactMap(TrustedPackage.init).filter { seen.insert($0.id).inserted }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        refusedPackages = catalog.packages.count - packages.count
        self.server = server
        self.group = group
        self.asOf = asOf
    }

    func package(_ id: AppID) -> TrustedPackage? { packages.first { $0.id == id } }
}
