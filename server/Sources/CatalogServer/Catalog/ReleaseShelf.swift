import AppCatalog
import AppGroup
import Synchronization

/// All offered releases as of one moment, in the order of catalogs.
struct ReleaseShelf: Sendable {
    /// Distinguishes the shelves of this process.
    struct Version: Hashable, Sendable {
        private let number: Int
        private static let last = Atomic<Int>(0)

        /// A new one.
        init() { number = Self.last.add(1, ordering: .relaxed).newValue }
    }

    /// A package's releases, newest first.
    struct Package: Sendable {
        let id: AppID
        let releases: [Release]

        /// The approximate memory that it takes, in bytes.
        var cost: Int { releases.reduce(300) { $0 + 1_200 + $1.terms.notes.utf8.count } }

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
    let version = Version()
    /// The approximate memory that it takes, in bytes.
    let cost: Int
    private let places: [AppID: Int]

    init(_ releases: [Release]) {
        self.init(packages: Self.packages(of: releases).sorted { $0.id < $1.id })
    }

    /// - Parameter places: The place of each package, if it is known.
    private init(packages: [Package], places: [AppID: Int]? = nil) {
        self.packages = packages
        self.places =
            places ?? Dictionary(uniqueKeysWithValues: packages.enumerated().map { ($1.id, $0) })
        cost = packages.reduce(0) { $0 + $1.cost }
    }

    private static func packages(of releases: [Release]) -> [Package] {
        Dictionary(grouping: releases.filter { $0.terms.withdrawn == nil }, by: \.contents.package)
            .map { Package(id: $0, releases: $1.sorted { $0.isNewer(than: $1) }) }
    }

    /// The shelf with the releases of some packages replaced.
    ///
    /// - Parameter releases: All releases that these packages have now.
    func replacing(_ ids: Set<AppID>, with releases: [Release]) -> ReleaseShelf {
        let new = Self.packages(of: releases)
        if new.count == ids.count, new.allSatisfy({ places[$0.id] != nil }) {
            var packages = packages
            for package in new { if let place = places[package.id] { packages[place] = package } }
            return ReleaseShelf(packages: packages, places: places)
        }
        return ReleaseShelf(packages: (packages.filter { !ids.contains($0.id) } + new).sorted { $0.id < $1.id })
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
