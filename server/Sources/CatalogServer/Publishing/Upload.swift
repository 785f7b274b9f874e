import AppPackage
import NIOCore
import SystemPackage

/// A file that is being sent under the hash that it is to have. Whatever cuts it off, the next request goes on where the file
/// on the disk ends.
struct Upload: Sendable {
    private let path: String
    private let hash: BlobDigest
    private let total: UInt64
    private var file: HashedFile

    init(path: String, hash: BlobDigest, total: UInt64, file: HashedFile) {
        self.path = path
        self.hash = hash
        self.total = total
        self.file = file
    }

    /// Bytes of it that have arrived.
    var offset: UInt64 { file.size }

    /// Adds bytes. - Throws: ``UploadError/tooLong`` where there are more than were announced.
    mutating func append(_ bytes: ByteBuffer) async throws {
        guard UInt64(bytes.readableBytes) <= total - min(total, file.size) else { throw UploadError.tooLong }
        try await file.append(bytes)
    }

    /// Ends it for now, so that another request can go on with it. - Returns: How much is there; it may be whole, and is then
    /// the user's to publish.
    /// - Throws: ``UploadError/hashMismatch``, where all of it is dropped.
    mutating func finish() async throws -> UploadStore.State {
        // Not left to the end of the last reference, which a thread that worked for this may still hold for a moment.
        defer { file.unlock() }
        guard file.size == total else {
            try await file.flush()
            return UploadStore.State(offset: file.size, isWhole: false)
        }
        let stored = try await file.finish()
        let (part, whole) = (path + ".part", path)
        guard stored.hash == hash else {
            _ = try? await DiskWork.run { try FileTree.removeIfThere(part) }
            throw UploadError.hashMismatch
        }
        try await FileTree.renameInStorage(part, to: whole)
        return UploadStore.State(offset: stored.size, isWhole: true)
    }
}

/// A file from a browser's form, whose hash comes out at its end.
struct FormUpload: Sendable {
    private let path: String
    private let limit: UInt64
    private var file: HashedFile
    private let destination: @Sendable (BlobDigest) -> String

    init(path: String, limit: UInt64, file: HashedFile, destination: @escaping @Sendable (BlobDigest) -> String) {
        self.path = path
        self.limit = limit
        self.file = file
        self.destination = destination
    }

    /// Adds bytes.
    mutating func append(_ bytes: ByteBuffer) async throws {
        guard UInt64(bytes.readableBytes) <= limit - min(limit, file.size) else {
            throw UploadError.tooLarge(limit: limit)
        }
        try await file.append(bytes)
    }

    /// Ends it. The file is the user's to publish.
    mutating func finish() async throws -> StoredBlob {
        let stored = try await file.finish()
        try await FileTree.renameInStorage(path, to: destination(stored.hash))
        return stored
    }

    /// Drops it.
    func discard() async {
        let path = path
        _ = try? await DiskWork.run { try FileTree.removeIfThere(path) }
    }
}

extension FileTree {
    /// Renames a file durably, on a thread that may wait. Throws as the storage does.
    fileprivate static func renameInStorage(_ path: String, to newPath: String) async throws {
        do {
            try await DiskWork.run { try FileTree.renameDurably(path, to: newPath) }
        } catch { throw StorageError.error(error, at: newPath) }
    }
}
