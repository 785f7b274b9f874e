import Accounts
import AppGroup
import Serving

/// The bytes of files, each kept once however many accounts have uploaded them. Only those accounts know that they are there.
///
/// A file arrives in a folder of its account, in one or several requests. Once it is whole, it gets its place among the blobs.
struct FileStore: Sendable {
    let store: FundStore
    let blobs: DiskBlobStore
    let uploads: UploadStore
    let limits: AccountLimits

    /// How many files an account may have begun to send.
    private static let mostUnfinished = 16

    /// Opens the store, and makes it if there is none.
    ///
    /// - Parameter folder: The server's data folder.
    init(folder: String, store: FundStore, limits: AccountLimits) throws {
        self.store = store
        self.limits = limits
        blobs = try DiskBlobStore(folder: "\(folder)/files")
        uploads = try UploadStore(
            folder: "\(folder)/uploads",
            limits: UploadLimits(size: UInt64(clamping: limits.bytes), files: 2 * Self.mostUnfinished))
    }

    /// The size of a file that an account has uploaded, in bytes; `nil` if it has not. The file is kept for another day.
    func size(of name: BlobDigest, for user: AccountID, at now: Timestamp) async throws -> UInt64? {
        guard try await isUploaded(name, by: user, at: now) else { return nil }
        return try await blobs.size(of: name)
    }

    /// The bytes, if this account has uploaded them.
    func open(_ name: BlobDigest, for user: AccountID, at now: Timestamp) async throws -> (any OpenBlob)? {
        guard try await isUploaded(name, by: user, at: now) else { return nil }
        return try await blobs.open(name)
    }

    private func isUploaded(_ name: BlobDigest, by user: AccountID, at now: Timestamp) async throws -> Bool {
        if try await store.keepUpload(name, of: user, at: now) { return true }
        // The server may have been killed when the file was whole, and not noted yet.
        guard try await uploads.file(of: name, from: user) != nil else { return false }
        _ = try await keep(name, from: user, at: now)
        return true
    }

    // MARK: - Arriving

    /// Reserves room for a file until ``release(_:of:)``. Files that were begun and not finished make way for it.
    ///
    /// - Throws: `quotaExceeded` if the account has no room. If it throws, nothing is reserved.
    func reserve(_ size: UInt64, for name: BlobDigest, of user: AccountID) async throws {
        let left = try await store.reserve(Int64(clamping: size), for: name, of: user, limits: limits)
        do {
            try await makeWay(for: name, of: user, left: left)
        } catch {
            release(name, of: user)
            throw error
        }
    }

    /// Removes files that were begun and not finished, if they are too many or need more room than is left, in bytes.
    private func makeWay(for name: BlobDigest, of user: AccountID, left: Int64) async throws {
        let idle = try await uploads.unfinished(from: user).filter {
            $0.key != name && !store.reservations.contains($0.key, of: user)
        }
        guard idle.count >= Self.mostUnfinished || idle.values.reduce(0, { $0 + Int64(clamping: $1) }) > left else {
            return
        }
        for other in idle.keys { try await uploads.removeUnfinished(other, from: user) }
    }

    /// Gives back what is still reserved.
    func release(_ name: BlobDigest, of user: AccountID) { store.reservations.release(name, of: user) }

    /// Keeps a file that has arrived whole.
    ///
    /// - Returns: Once it is durable, whether the account had not uploaded it before.
    /// - Throws: `quotaExceeded`.
    func keep(_ name: BlobDigest, from user: AccountID, at now: Timestamp) async throws -> Bool {
        let isNew = try await blobs.withoutCollection {
            guard let path = try await uploads.file(of: name, from: user) else {
                return try await wasKept(name, of: user, at: now)
            }
            do {
                try await blobs.put(file: path, as: name)
            } catch {
                guard try await uploads.file(of: name, from: user) == nil else { throw error }
                return try await wasKept(name, of: user, at: now)
            }
            let size = try await blobs.size(of: name) ?? 0
            return try await store.naming(name) {
                try await store.addUpload(StoredBlob(hash: name, size: size), of: user, limits: limits, at: now)
            }
        }
        try await uploads.remove(name, from: user)
        return isNew
    }

    /// Another request has just kept the file.
    private func wasKept(_ name: BlobDigest, of user: AccountID, at now: Timestamp) async throws -> Bool {
        guard try await store.keepUpload(name, of: user, at: now) else {
            throw ServiceError(.busy, "The file was deleted before it was recorded; send it again.", retryAfter: 1)
        }
        return false
    }

    // MARK: - Cleaning up

    /// Forgets what no object has named for a day and uploads that nobody has continued for a week, and deletes the bytes that
    /// nobody has any longer. Those that the database has never named wait for longer.
    ///
    /// - Returns: How many files began to wait.
    @discardableResult
    func collect(at now: Timestamp) async throws -> Int {
        let moment = now.adding(days: -FundStore.unusedDays)
        try await blobs.duringCollection { try await store.forgetUploads(before: moment) }
        let found = try await store.collect(blobs, at: now) { [store] in try await store.isUploaded($0) }
        for user in try await uploads.users() where try await !store.isAccount(user) {
            try await uploads.removeAll(from: user)
        }
        try await uploads.removeAbandoned(now: now.seconds)
        return found
    }
}
