import Accounts
import Logging
import Serving

/// The files that users have sent and not published yet, at this server and, if servers share a catalog, at the others.
///
/// Parts are at the server that receives them. A complete file of a shared catalog becomes a blob, with a row in the database, so
/// that every server can publish it; the file at this server is only a copy then.
struct UploadDesk: UploadDestination {
    let files: UploadStore
    /// `nil` if the files at this server are all there are.
    let sharing: Sharing?

    struct Sharing: Sendable {
        let ledger: any UploadLedger
        let blobs: any BlobStore
        let holds: BlobHolds
        let sweep: BlobSweep
        /// The files that are made blobs at the moment.
        let running = SharedWork<String, Void> { upload, error in
            Logger(label: "catalog-server.uploads").error(
                "An upload can't be stored", metadata: ["error": "\(error)", "upload": "\(upload)"])
        }
        /// How long a request waits for that: less than clients and proxies wait for an answer.
        var patience = Duration.seconds(25)
    }

    /// A complete file.
    struct File: Sendable {
        let path: String
        /// Whether it is a blob already.
        let isBlob: Bool
    }

    /// How much of a file a user has sent; `nil` if nothing.
    func state(of hash: BlobDigest, from user: User.ID) async throws -> UploadStore.State? {
        let own = try await files.state(of: hash, from: user)
        guard let sharing else { return own }
        if let shared = try await sharing.file(hash, from: user) {
            return UploadStore.State(offset: shared.size, isWhole: true)
        }
        // The server was killed after the file had arrived.
        if let own, own.isWhole { try await share(StoredBlob(hash: hash, size: own.offset), from: user) }
        return own
    }

    /// Begins to receive a file from a browser.
    ///
    /// - Parameter size: How many bytes the form has.
    func beginForm(from user: User.ID, atMost size: UInt64) async throws -> FormUpload {
        try await files.beginForm(
            from: user, atMost: size, besides: try await sharing?.ledger.uploads(of: user).map(\.hash))
    }

    /// Begins or continues to receive a file, as ``UploadStore/begin(_:from:at:total:besides:)`` does.
    func begin(_ hash: BlobDigest, from user: User.ID, at offset: UInt64?, total: UInt64) async throws -> Upload {
        let shared = try await sharing?.ledger.uploads(of: user).map(\.hash)
        return try await files.begin(hash, from: user, at: offset, total: total, besides: shared)
    }

    /// Ends an upload for now. A complete file can be published at every server.
    func finish(_ upload: inout Upload, _ hash: BlobDigest, from user: User.ID) async throws -> UploadStore.State {
        let state = try await upload.finish()
        if state.isWhole { try await share(StoredBlob(hash: hash, size: state.offset), from: user) }
        return state
    }

    /// A complete file that a user has sent to any server; `nil` if there is none.
    func file(of hash: BlobDigest, from user: User.ID) async throws -> File? {
        let shared = try await sharing?.file(hash, from: user)
        if let path = try await files.file(of: hash, from: user) { return File(path: path, isBlob: shared != nil) }
        guard let sharing, let shared else { return nil }
        guard let blob = try await sharing.blobs.open(hash) else {
            // Otherwise, nobody could send it again.
            try await sharing.ledger.removeUpload(hash, from: user)
            return nil
        }
        do {
            var copy = try await files.beginCopy(of: hash, from: user, size: shared.size)
            for try await bytes in BlobBytes(blob) { try await copy.append(bytes) }
            _ = try await copy.finish()
            try await files.noteCopy(of: hash, from: user)
        } catch UploadError.busy {
            throw ServiceError(.busy, "Another request is publishing the same file; try again.", retryAfter: 2)
        } catch let error as UploadError {
            if error == .hashMismatch { try await sharing.ledger.removeUpload(hash, from: user) }
            throw ServiceError(error)
        }
        return try await files.file(of: hash, from: user).map { File(path: $0, isBlob: true) }
    }

    /// Removes a file that was published or is not wanted.
    func remove(_ hash: BlobDigest, from user: User.ID) async throws {
        try await files.remove(hash, from: user)
        guard let sharing else { return }
        try await sharing.ledger.removeUpload(hash, from: user)
        // If that fails, the hourly work does it.
        _ = try? await sharing.sweep.delete([hash])
    }

    /// Removes what a user has sent of a file, so that it no longer counts against the limit.
    ///
    /// - Throws: `notFound` if there is nothing, and `uploadBusy` if another request is sending the file, or it is still being made
    ///   a blob.
    func discard(_ hash: BlobDigest, from user: User.ID) async throws {
        if let sharing, sharing.running.isRunning(Self.name(hash, user)) {
            throw ServiceError(UploadError.busy(try await files.state(of: hash, from: user)?.offset ?? 0))
        }
        if try await files.state(of: hash, from: user) == nil, try await sharing?.file(hash, from: user) == nil {
            throw ServiceError.notFound
        }
        try await files.removeUnfinished(hash, from: user)
        try await remove(hash, from: user)
        if let rest = try await files.state(of: hash, from: user) { throw ServiceError(UploadError.busy(rest.offset)) }
    }

    /// Removes files at this server that were not continued or published for too long, and copies of files that were published at
    /// another one.
    ///
    /// - Parameter now: Seconds since 1970.
    func removeAbandoned(now: Int64) async throws {
        try await files.removeAbandoned(now: now)
        guard let sharing else { return }
        for user in try await files.users() {
            let shared = Set(try await sharing.ledger.uploads(of: user).map(\.hash))
            // A server that was killed, or an earlier release, may not have noted that it has copies.
            for hash in shared { try await files.noteCopy(of: hash, from: user) }
            try await files.removeCopies(from: user, except: shared, ifLastChangedBefore: now - 3600)
        }
    }

    /// Makes a complete file a blob. If another request does so already, or it takes long, this waits only for a while.
    ///
    /// - Throws: `underway` if it continues meanwhile.
    private func share(_ file: StoredBlob, from user: User.ID) async throws {
        guard let sharing else { return }
        let stored: Void? = try await sharing.running.value(
            of: Self.name(file.hash, user), within: sharing.patience
        ) { [files] in
            guard let path = try await files.file(of: file.hash, from: user) else { return }
            try await sharing.holds.holding([file.hash]) { holder in
                do {
                    try await sharing.blobs.put(file: path, as: file.hash)
                } catch let error as ServiceError where error.code == .hashMismatch {
                    // Otherwise, nobody could send it again.
                    try await files.remove(file.hash, from: user)
                    throw error
                }
                try await sharing.ledger.addUpload(file, from: user, holding: holder)
            }
            try await files.noteCopy(of: file.hash, from: user)
        }
        guard stored != nil else {
            throw ServiceError(.underway, "The file has arrived and is being stored; ask again.", retryAfter: 5)
        }
    }

    /// What the storing of a file is called.
    private static func name(_ hash: BlobDigest, _ user: User.ID) -> String { "\(user.rawValue)/\(hash)" }
}

extension UploadDesk.Sharing {
    fileprivate func file(_ hash: BlobDigest, from user: User.ID) async throws -> StoredBlob? {
        try await ledger.uploads(of: user).first { $0.hash == hash }
    }
}
