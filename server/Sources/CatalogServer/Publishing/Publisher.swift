import Accounts
import AppCatalog
import AppGroup
import AppGroupPlatform
import NIOCore
import Serving

/// Turns files into releases.
struct Publisher: Sendable {
    let store: any CatalogStore
    let blobs: any BlobStore
    let holds: BlobHolds
    let checker: PackageChecker
    /// How many releases that all users get to keep in each channel for each platform; `nil` for all.
    let keep: Int?

    init(store: any CatalogStore, blobs: any BlobStore, checker: PackageChecker, keep: Int?) {
        (self.store, self.blobs, self.checker, self.keep) = (store, blobs, checker, keep)
        holds = BlobHolds(ledger: store)
    }

    /// Makes a release of a file on this machine, or finds the existing release of the file. The file stays.
    ///
    /// The blobs are stored before the release names them, and none is deleted in the meantime. So there is either a complete
    /// release or none, whatever ends the server.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of the file, just computed.
    ///   - isBlob: Whether the file was stored as a blob that something needs.
    ///   - confirm: Throws if the publisher may no longer publish. To check and store a package takes long.
    func publish(
        file path: String, as digest: BlobDigest, isBlob: Bool = false, terms: Release.Terms, by who: Attribution,
        confirming confirm: @Sendable () async throws -> Void = {}
    ) async throws -> Publication {
        let package = try await checker.contents(of: path, digest: digest)
        if let group = package.group, group != store.group {
            throw ServiceError(
                .refusedPackage,
                "The package belongs to the group \(group), but this server serves \(store.group); correct AppGroup.Group in its Info.plist."
            )
        }
        let icon = package.contents.icon.digest
        let published = try await holds.holding([digest, icon]) { holder in
            let isStored = isBlob ? try await blobs.size(of: digest) != nil : false
            if !isStored { try await keep(path, digest) }
            let stored = try await blobs.put(
                OneBuffer(ByteBuffer(bytes: package.icon)), limit: UInt64(package.icon.count))
            guard stored.hash == icon else {
                throw ServiceError(.inputOutput, "The icon changed while it was being written.")
            }
            try await confirm()
            return try await store.publish(package.contents, terms: terms, by: who, holding: holder)
        }
        // Publishing the same file again changes nothing.
        let removed = published.existed ? [] : await retire(after: published.release, at: who.moment)
        return Publication(published, isGranted: try? await isGranted(published.release), removed: removed)
    }

    /// What came of a file that a publisher published before; `nil` if they did not.
    func publication(of digest: BlobDigest, by who: Attribution) async throws -> Publication? {
        guard let release = try await store.release(of: digest, by: who.actor) else { return nil }
        return Publication(
            PublishedRelease(release: release, existed: true), isGranted: try? await isGranted(release))
    }

    /// Whether a grant covers a release.
    private func isGranted(_ release: Release) async throws -> Bool {
        try await store.grants().contains { grant in
            (grant.scope == .everything || grant.scope.package == release.contents.package)
                && grant.channel.includes(release.terms.channel)
        }
    }

    /// Stores the file. If another request has published and removed the same file in the meantime, its blob exists already.
    private func keep(_ path: String, _ digest: BlobDigest) async throws {
        do {
            try await blobs.put(file: path, as: digest)
        } catch let error as StorageError where error.cause == .notFound {
            if try await blobs.size(of: digest) != nil { return }
            guard try await DiskWork.run({ Files.exists(path) }) else {
                throw ServiceError(.notFound, "The upload was deleted while it was being published; send it again.")
            }
            throw error
        }
    }

    /// Removes the releases of a package that newer ones supersede, but not the one that was just published. That one is there
    /// whatever happens now, so a failure, such as of a busy database, is no error: the next publication removes the rest.
    ///
    /// - Returns: What it removed, the oldest first.
    private func retire(after published: Release, at moment: Timestamp) async -> [Release] {
        guard let keep, let releases = try? await store.releases(of: published.contents.package) else { return [] }
        var removed: [Release] = []
        for release in Retention.superseded(releases, keep: keep).sorted(by: { $0.id.rawValue < $1.id.rawValue })
        where release.id != published.id {
            // Somebody else may have removed it in the meantime.
            guard (try? await store.removeRelease(release.id, by: .retention(at: moment))) != nil else { continue }
            removed.append(release)
        }
        return removed
    }
}
