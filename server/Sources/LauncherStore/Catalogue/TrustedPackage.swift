import AppCatalog
import AppGroup

/// A package of a catalogue, as far as that is believed.
struct TrustedPackage: Hashable, Sendable {
    let id: AppID
    let name: AppName
    /// At least one, the newest first.
    let releases: [TrustedRelease]

    private static let mostReleases = 10_000

    /// Takes what a catalogue says, without releases that cannot be any; `nil` for what no package can be.
    init?(_ package: CatalogPackage) {
        guard let id = try? AppID(package.id), let name = try? AppName(package.name),
            package.releases.count <= Self.mostReleases
        else { return nil }
        let releases = package.releases.compactMap(TrustedRelease.init)
        guard !releases.isEmpty else { return nil }
        self.id = id
        self.name = name
        // Its order is not believed: what is the newest decides what is installed.
        self.releases = releases.sorted { $1.isOlder(than: $0) }
    }

    /// The newest release that runs on this machine; of those that a person names, where he does.
    func release(named name: String? = nil) -> TrustedRelease? {
        releases.first { $0.fits && (name.map($0.answers(to:)) ?? true) }
    }
}
