import AppCatalog
import AppGroup

extension AdministrationService {
    func packages() async throws -> PackageList {
        let all = Dictionary(grouping: try await store.releases(), by: \.contents.package)
        return PackageList(packages: all.sorted { $0.key < $1.key }.compactMap { PackageDescription($0.value) })
    }

    func package(_ id: String) async throws -> PackageDescription {
        guard let package = PackageDescription(try await releases(of: id)) else { throw Self.noPackage(id) }
        return package
    }

    func change(
        _ release: Release, _ change: ReleaseChange, by who: Attribution
    ) async throws -> ReleaseDescription {
        ReleaseDescription(try await store.changeTerms(of: release.id, try TermsChange(change), by: who))
    }

    /// The release of a file. Throws `notFound`.
    func release(of id: String, digest: String) async throws -> Release {
        guard let package = try? AppID(id), let digest = BlobDigest(digest),
            let release = try await store.release(of: package, digest: digest)
        else { throw ServiceError(.notFound, "There is no such release.") }
        return release
    }

    /// The releases that a person means by a version, or by the first 8 or more digits of a SHA-256. Throws `notFound`.
    func releases(of id: String, called name: String, build: String?) async throws -> [Release] {
        let releases = try await releases(of: id)
        if releases.isEmpty { throw Self.noPackage(id) }
        let meant = releases.filter { release in
            let contents = release.contents
            let isNamed = contents.version?.description == name
            let isDigest = name.utf8.count >= 8 && contents.digest.description.hasPrefix(name)
            return (isNamed || isDigest) && (build == nil || contents.build?.description == build)
        }
        guard !meant.isEmpty else {
            let known = releases.compactMap(\.contents.version?.description)
            throw ServiceError(
                .notFound,
                "There is no release “\(name)” of \(id); there are \(Set(known).sorted().joined(separator: ", ")).")
        }
        return meant
    }

    private func releases(of id: String) async throws -> [Release] {
        guard let package = try? AppID(id) else { throw Self.noPackage(id) }
        return try await store.releases(of: package)
    }

    private static func noPackage(_ id: String) -> ServiceError {
        ServiceError(.notFound, "There is no package \(id.prefix(155)).")
    }
}

extension PackageDescription {
    /// `nil` without any release.
    fileprivate init?(_ releases: [Release]) {
        let sorted = releases.sorted { $0.isNewer(than: $1) }
        guard let newest = sorted.first?.contents else { return nil }
        self.init(id: "\(newest.package)", name: "\(newest.name)", releases: sorted.map(ReleaseDescription.init))
    }
}

extension ReleaseDescription {
    init(_ release: Release) {
        self.init(
            release: CatalogRelease(release), rollout: release.terms.rollout.percent,
            withdrawn: release.terms.withdrawn,
            publisher: release.publisher)
    }
}
