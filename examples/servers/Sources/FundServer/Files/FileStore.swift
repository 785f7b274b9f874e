import Accounts
import AppGroup
import NIOCore
import Serving

/// The bytes of files, each kept once however many accounts have uploaded them. Only those accounts know that they are there.
struct FileStore: Sendable {
    let store: FundStore
    let blobs: DiskBlobStore
    let limits: AccountLimits

    /// Opens the store, and makes it if there is none.
    ///
    /// - Parameter folder: The server's data folder.
    init(folder: String, store: FundStore, limits: AccountLimits) throws {
        self.store = store
        self.limits = limits
        blobs = try DiskBlobStore(folder: "\(folder)/files")
    }

    /// Takes arriving bytes.
    ///
    /// - Parameter size: How many there will be, as ``checkRoom(for:named:of:)`` has allowed.
    /// - Returns: Once they are durable, whether the account had not uploaded them before.
    /// - Throws: `quotaExceeded`, or `wrongDigest` if they are not the announced ones.
    func receive<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, named name: BlobDigest, size: UInt64, from user: AccountID, at now: Timestamp
    ) async throws -> (StoredBlob, isNew: Bool) where Bytes.Element == ByteBuffer {
        let blob: StoredBlob
        do {
            blob = try await blobs.put(bytes, limit: size, expecting: name)
        } catch let error as ServiceError where error.code == .hashMismatch {
            throw ServiceError.wrongDigest
        }
        return try await blobs.withoutCollection {
            guard try await blobs.size(of: name) != nil else {
                throw ServiceError(.busy, "The file was cleaned up before it was noted; send it again.", retryAfter: 1)
            }
            return (blob, try await store.addUpload(blob, of: user, limits: limits, at: now))
        }
    }

    /// Throws `quotaExceeded` if an account has no room for a file, and `wrongDigest` if the file has another size.
    func checkRoom(for size: UInt64, named name: BlobDigest, of user: AccountID) async throws {
        if try await store.hasUploaded(name, user) {
            guard let known = try await blobs.size(of: name) else { return }
            guard known == size else { throw ServiceError.wrongDigest }
        } else {
            let usage = try await store.usage(of: user)
            guard Int64(clamping: size) <= limits.bytes - usage.bytes else {
                throw FundStore.full(usage, limits)
            }
        }
    }

    /// The bytes, if this account has uploaded them.
    func open(_ name: BlobDigest, for user: AccountID, at now: Timestamp) async throws -> (any OpenBlob)? {
        guard try await store.keepUpload(name, of: user, at: now) else { return nil }
        return try await blobs.open(name)
    }

    /// Forgets what no object has named for a day, and deletes the bytes that nobody has.
    func collect(at now: Timestamp) async throws {
        let moment = now.adding(days: -FundStore.unusedDays)
        try await blobs.duringCollection { try await store.forgetUploads(before: moment) }
        try await BlobCollector(blobs: blobs) { [store] in try await store.isUploaded($0) }.collect()
    }
}
