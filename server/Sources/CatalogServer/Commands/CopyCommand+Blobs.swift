import AppGroupPlatform
import AppGroupText
import Serving

extension CopyCommand {
    /// Copies packages and icons, and prints what both places have.
    ///
    /// - Parameters:
    ///   - catalog: The identity of their catalog, if it is known.
    ///   - mayBeNone: Whether it is right if there are none.
    func copyBlobs(of catalog: String?, from: String, to: String, mayBeNone: Bool) async throws {
        let (source, target) = try await blobPlaces(from: from, to: to)
        if case .folder(let folder) = target { try StorageFolder.make(Paths.parent(of: folder)) }
        let scratch = try scratch(for: target)
        defer { withExtendedLifetime(scratch) {} }
        let copy = BlobCopy(
            source: try source.open(scratch: "\(scratch.path)/source", onlyToRead: true),
            target: try target.open(scratch: "\(scratch.path)/target"),
            scratch: "\(scratch.path)/blobs")
        try await keepOwner(of: catalog, copy, from, to)
        let outcome = try await copy.run()
        guard mayBeNone || !outcome.hasFoundNone else { throw Self.noPackages(in: source, from) }
        ServerProgram.catalog.say("Copied \(outcome.copied) packages and icons.")
        if outcome.repaired > 0 {
            ServerProgram.catalog.say("Replaced \(Quantity(outcome.repaired, "damaged file")) in \(to).")
        }
        for (place, tally) in [(from, outcome.source), (to, outcome.target)] {
            ServerProgram.catalog.say(
                "\(place): \(tally.count) files, \(tally.size) bytes, SHA-256 of all hashes \(tally.digest)")
        }
        if outcome.gone > 0 {
            ServerProgram.catalog.say(
                "\(outcome.gone) \(outcome.gone == 1 ? "file was" : "files were") deleted from \(from) in the meantime, as servers do "
                    + "with what no release needs.")
        }
        if outcome.further > 0 { ServerProgram.catalog.say("\(to) has \(outcome.further) further files.") }
        for name in outcome.damaged {
            ServerProgram.catalog.say(
                "The bytes of \(name) in \(from) do not match its name; publish that package again.")
        }
        guard outcome.source == outcome.target else {
            throw ServiceError(.inputOutput, "The two places differ; run the command again.")
        }
        guard outcome.damaged.isEmpty else {
            throw ServiceError(.invalid, "\(outcome.damaged.count) damaged files were not copied.")
        }
    }

    /// Names the owner of the packages in the new place before anything is there, so that no other catalog begins to use it.
    private func keepOwner(of catalog: String?, _ copy: BlobCopy, _ from: String, _ to: String) async throws {
        guard let owner = try await sharedOwner(of: catalog, copy, from, to) else { return }
        try await copy.target.setOwner(owner, replacing: false)
        // Another catalog may have been faster.
        guard try await copy.target.owner() == owner else {
            throw ServiceError(.busy, "\(to) is being given an owner; run the command again.")
        }
    }

    /// The owner of the packages in both places; `nil` if neither names one, and the catalog is not known.
    ///
    /// - Throws: `configuration` if one of the places may be that of another catalog: one of the two would delete the packages of
    ///   the other.
    private func sharedOwner(of catalog: String?, _ copy: BlobCopy, _ from: String, _ to: String) async throws
        -> String?
    {
        let owner = try await copy.source.owner() ?? catalog
        func refusal(_ reason: String, _ option: String) -> ServiceError {
            ServiceError(
                .configuration,
                "\(reason); name another place with \(option). Only if both belong to the same catalog, first run "
                    + "catalog-server package adopt for each.")
        }
        let state = "\(from) \(BlobPlace.state(of: owner))"
        if let catalog, owner != catalog {
            throw refusal("\(state), but the copied catalog is \(catalog)", "--blobs-from")
        }
        if let kept = try await copy.target.owner() {
            guard kept == owner else { throw refusal("\(to) \(BlobPlace.state(of: kept)), but \(state)", "--blobs-to") }
        } else if try await copy.hasFurther() {
            throw refusal("\(to) names no catalog, and has packages that are not in \(from)", "--blobs-to")
        }
        return owner
    }

    /// Throws if the packages can't be copied from or to the given places. Nothing is written.
    ///
    /// - Parameter catalog: The identity of their catalog, if it is known.
    func checkBlobPlaces(of catalog: String?) async throws {
        guard let blobsFrom, let blobsTo else { return }
        let (source, target) = try await blobPlaces(from: blobsFrom, to: blobsTo)
        let scratch = ProcessEnvironment.current.temporaryFolder
        let copy = BlobCopy(
            source: try source.open(scratch: scratch, onlyToRead: true),
            target: try target.open(scratch: scratch, onlyToRead: true), scratch: scratch)
        _ = try await sharedOwner(of: catalog, copy, blobsFrom, blobsTo)
    }

    private func blobPlaces(from: String, to: String) async throws -> (source: BlobPlace, target: BlobPlace) {
        let reader = try await SettingsReader(
            options: bucket.contents.compactMapValues { $0 }, environment: ProcessEnvironment.current.variables,
            file: config)
        let (source, target) = (try await reader.place(from), try await reader.place(to))
        if case .folder(let folder) = source {
            do { _ = try OpenFolder(folder) } catch {
                throw ServiceError(
                    .notFound, "The folder \(folder) can't be read: \(error.message); correct --blobs-from.")
            }
        }
        return (source, target)
    }

    private static func noPackages(in place: BlobPlace, _ name: String) -> ServiceError {
        if case .folder(let folder) = place, Files.exists("\(folder)/blobs") {
            return ServiceError(.notFound, "There are no packages in \(name); correct --blobs-from to \(folder)/blobs.")
        }
        return ServiceError(
            .notFound,
            "There are no packages in \(name); correct --blobs-from. If the catalog has no releases, leave it out.")
    }

    /// A folder for incomplete files: next to the target, so that they can be renamed into place; otherwise in the folder for
    /// temporary files.
    private func scratch(for target: BlobPlace) throws -> ScratchFolder {
        let parent =
            switch target {
            case .folder(let path): Paths.parent(of: path)
            case .bucket: ProcessEnvironment.current.temporaryFolder
            }
        do { return try ScratchFolder(in: parent, prefix: ".catalog-copy-") } catch {
            throw StorageError.error(error, at: parent)
        }
    }
}
