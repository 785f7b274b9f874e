import Accounts
import AppCatalog
import AppGroup
import Serving

extension AdministrationService {
    func packages() async throws -> PackageList {
        let all = Dictionary(grouping: try await store.releases(), by: \.contents.package)
        return PackageList(packages: all.sorted { $0.key < $1.key }.compactMap { PackageDescription($0.value) })
    }

    func package(_ id: String) async throws -> PackageDescription {
        guard let package = PackageDescription(try await releases(of: id)) else {
            throw ServiceError.unknown("package", id)
        }
        return package
    }

    func change(
        _ release: Release, _ change: ReleaseChange, by who: Attribution
    ) async throws -> ReleaseDescription {
        ReleaseDescription(try await store.changeTerms(of: release.id, try TermsChange(change), by: who))
    }

    /// The release of a file. Throws `notFound` if there is none.
    func release(of id: String, digest: String) async throws -> Release {
        guard let package = try? AppID(id), let digest = BlobDigest(digest),
            let release = try await store.release(of: package, digest: digest)
        else { throw ServiceError.noSuchRelease }
        return release
    }

    /// The releases that a person names by a version, or by at least 8 digits from the start of a SHA-256. Throws `notFound` if
    /// there are none.
    func releases(of id: String, called name: String, build: String?) async throws -> [Release] {
        let releases = try await releases(of: id)
        if releases.isEmpty { throw ServiceError.unknown("package", id) }
        let meant = releases.filter { release in
            let contents = release.contents
            let isNamed = contents.version?.description == name
            let isDigest = name.utf8.count >= 8 && contents.digest.description.hasPrefix(name)
            return (isNamed || isDigest) && (build == nil || contents.build?.description == build)
        }
        guard !meant.isEmpty else {
            throw ServiceError(
                .notFound,
                "There is no release “\(name)”\(build.map { " with the build “\($0)”" } ?? "") of \(id); catalog-server package "
                    + "show \(id) lists them all.")
        }
        return meant
    }

    private func releases(of id: String) async throws -> [Release] {
        guard let package = try? AppID(id) else { throw ServiceError.unknown("package", id) }
        return try await store.releases(of: package)
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

extension AdministrationService {
    func grants() async throws -> GrantList {
        GrantList(grants: try await store.grants().map { GrantDescription($0) })
    }

    func add(_ new: NewGrant, by who: Attribution) async throws -> GrantDescription {
        let scope: Grant.Scope =
            if new.package == GrantDescription.everything { .everything } else {
                .package(try AdministrationService.package(new.package))
            }
        let subject = try Grant.Subject(new.subject)
        let added = try await store.addGrant(of: scope, to: subject, channel: new.channel ?? .stable, by: who)
        return GrantDescription(added.grant, previousChannel: added.previousChannel)
    }

    /// Whether there is a package for a grant.
    func isPublished(_ grant: GrantDescription) async throws -> Bool {
        guard grant.package != GrantDescription.everything else { return true }
        return try await !releases(of: grant.package).isEmpty
    }

    func removeGrant(_ id: Int64, by who: Attribution) async throws {
        try await store.removeGrant(Grant.ID(rawValue: id), by: who)
    }

    static func package(_ text: String) throws(ServiceError) -> AppID {
        do { return try AppID(text) } catch { throw ServiceError(.invalid, error.description) }
    }
}

extension GrantDescription {
    /// The text that stands for all packages.
    static let everything = "*"

    fileprivate init(_ grant: Grant, previousChannel: ReleaseChannel? = nil) {
        self.init(
            id: grant.id.rawValue, subject: "\(grant.subject)",
            package: grant.scope.package?.description ?? Self.everything,
            channel: grant.channel, created: "\(grant.created)", previousChannel: previousChannel)
    }
}
