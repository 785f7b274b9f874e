import AppCatalog
import AppGroup
import AppPackage
import NIOCore
import SystemPackage

/// Makes releases of files.
struct Publisher: Sendable {
    let store: any CatalogStore
    let blobs: any BlobStore
    let checker: PackageChecker
    /// How many releases of a package that all its users get stay in each channel for each platform; `nil` for all.
    let keep: Int?

    /// Makes a release of a file of this machine, whose SHA-256 was just computed, or finds that it is one. The file stays.
    ///
    /// The blobs are there before the release names them, and none is collected meanwhile; so whatever ends the server, there
    /// is a whole release, or none.
    func publish(
        file path: String, as digest: BlobDigest, terms: Release.Terms, by who: Attribution
    ) async throws -> Publication {
        let package = try await checker.contents(of: path, digest: digest)
        if let group = package.group, group != store.group {
            throw ServiceError(
                .refusedPackage,
                "The package is of the family \(group), and this server of \(store.group); correct AppGroup.Group in its Info.plist."
            )
        }
        let published = try await blobs.withoutCollection {
            try await keep(path, digest)
            let icon = try await blobs.put(
                OneBuffer(ByteBuffer(bytes: package.icon)), limit: UInt64(package.icon.count))
            guard icon.hash == package.contents.icon.digest else {
                throw ServiceError(.inputOutput, "The icon changed while it was written.")
            }
            return try await store.publish(package.contents, terms: terms, by: who)
        }
        try await retire(package.contents.package, after: published.release, at: who.moment)
        return Publication(published)
    }

    /// Where another request published the same file meanwhile and removed it, its blob is there.
    private func keep(_ path: String, _ digest: BlobDigest) async throws {
        do {
            try await blobs.put(file: path, as: digest)
        } catch let error as StorageError where error.errno == .noSuchFileOrDirectory {
            guard try await blobs.size(of: digest) != nil else { throw error }
        }
    }

    /// Removes what is older than the releases that stay.
    private func retire(_ package: AppID, after published: Release, at moment: Timestamp) async throws {
        guard let keep else { return }
        let retention = Attribution(actor: "retention", address: nil, moment: moment)
        let superseded = Retention.superseded(try await store.releases(of: package), keep: keep)
        for release in superseded where release.id != published.id {
            // Somebody else may have removed it meanwhile.
            do { try await store.removeRelease(release.id, by: retention) } catch let error as ServiceError
                where error.code == .notFound
            {}
        }
    }
}

extension Publication {
    init(_ published: PublishedRelease) {
        let release = published.release
        self.init(
            package: "\(release.contents.package)", name: "\(release.contents.name)", release: CatalogRelease(release),
            rollout: release.terms.rollout.percent, withdrawn: release.terms.withdrawn, existed: published.existed)
    }
}
