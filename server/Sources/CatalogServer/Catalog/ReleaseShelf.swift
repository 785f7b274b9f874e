import AppCatalog
import AppGroup

/// All offered releases from one reading of the database, in the order of catalogs.
struct ReleaseShelf: Sendable {
    /// A package's releases, newest first.
    struct Package: Sendable {
        let id: AppID
        let releases: [Release]

        /// The releases that one user may have.
        func visible(to user: User.ID, with access: Access) -> [Release] {
            guard let channel = access.channel(of: id) else { return [] }
            return releases.filter {
                channel.includes($0.terms.channel) && $0.terms.rollout.includes(user, for: $0.contents)
            }
        }
    }

    /// Ordered by identifier. Packages without an offered release are left out.
    let packages: [Package]
    private let places: [AppID: Int]

    init(_ releases: [Release]) {
        packages = Dictionary(grouping: releases.filter { $0.terms.withdrawn == nil }, by: \.contents.package)
            .map { Package(id: $0, releases: $1.sorted { $0.isNewer(than: $1) }) }
            .sorted { $0.id < $1.id }
        places = Dictionary(uniqueKeysWithValues: packages.enumerated().map { ($1.id, $0) })
    }

    /// A package; `nil` if it has no offered release.
    func package(_ id: AppID) -> Package? { places[id].map { packages[$0] } }

    /// The packages and releases that one user may have.
    func visible(to user: User.ID, with access: Access) -> [Package] {
        packages.compactMap { package in
            let releases = package.visible(to: user, with: access)
            return releases.isEmpty ? nil : Package(id: package.id, releases: releases)
        }
    }
}

extension Release {
    /// Compares by version, then by build, then by the time of publication.
    func isNewer(than other: Release) -> Bool {
        let byVersion = VersionOrder.compare(
            contents.version?.description ?? "", other.contents.version?.description ?? "")
        if byVersion != 0 { return byVersion > 0 }
        let byBuild = VersionOrder.compare(contents.build?.description ?? "", other.contents.build?.description ?? "")
        if byBuild != 0 { return byBuild > 0 }
        return id.rawValue > other.id.rawValue
    }
}
