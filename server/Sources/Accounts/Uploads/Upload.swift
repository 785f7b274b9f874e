import AppGroupPlatform
package import NIOCore
package import Serving

/// A file that is being sent, with its announced hash. If it is cut off, the next request continues where the file on the disk ends.
package struct Upload: Sendable {
    private let folder: String
    private let hash: BlobDigest
    private let total: UInt64
    private var file: HashedFile

    /// - Parameter folder: The user's folder.
    init(_ hash: BlobDigest, in folder: String, total: UInt64, file: HashedFile) {
        self.folder = folder
        self.hash = hash
        self.total = total
        self.file = file
    }

    /// How many bytes have arrived.
    package var offset: UInt64 { file.size }

    /// Adds bytes.
    ///
    /// - Throws: ``UploadError/tooLong`` if there are more than announced.
    package mutating func append(_ bytes: ByteBuffer) async throws {
        guard UInt64(bytes.readableBytes) <= total - min(total, file.size) else { throw UploadError.tooLong }
        try await file.append(bytes)
    }

    /// Drops the bytes after a place, and ends the upload for now.
    package mutating func end(at offset: UInt64) async throws {
        defer { file.unlock() }
        try await file.truncate(to: offset)
    }

    /// Ends the upload for now, so that another request can continue it.
    ///
    /// - Returns: How much has arrived. A complete file is ready to be published.
    /// - Throws: ``UploadError/hashMismatch``; the file is dropped then.
    package mutating func finish() async throws -> UploadStore.State {
        // The last reference may end later: a thread that worked for this can still hold it for a moment.
        defer { file.unlock() }
        guard file.size == total else {
            try await file.flush()
            return UploadStore.State(offset: file.size, isWhole: false)
        }
        let stored = try await file.finish()
        let (part, folder) = (UploadName.part(hash), folder)
        guard stored.hash == hash else {
            _ = try? await DiskWork.run { try Files.removeIfThere(part.path(in: folder)) }
            throw UploadError.hashMismatch
        }
        try await UploadStore.complete(part, as: hash, in: folder)
        return UploadStore.State(offset: stored.size, isWhole: true)
    }
}

/// A file from a browser's form. Its hash is known only at its end.
package struct FormUpload: Sendable {
    private let folder: String
    private let name: UploadName
    private let limit: UInt64
    private var file: HashedFile

    /// - Parameter folder: The user's folder.
    init(_ name: UploadName, in folder: String, limit: UInt64, file: HashedFile) {
        self.folder = folder
        self.name = name
        self.limit = limit
        self.file = file
    }

    /// Adds bytes.
    package mutating func append(_ bytes: ByteBuffer) async throws {
        guard UInt64(bytes.readableBytes) <= limit - min(limit, file.size) else {
            throw UploadError.tooLarge(limit: limit)
        }
        try await file.append(bytes)
    }

    /// Ends the upload. The file is ready to be published.
    package mutating func finish() async throws -> StoredBlob {
        let stored = try await file.finish()
        try await UploadStore.complete(name, as: stored.hash, in: folder)
        return stored
    }

    /// Drops the file.
    package func discard() async {
        let path = name.path(in: folder)
        _ = try? await DiskWork.run { try Files.removeIfThere(path) }
    }
}

/// Why an upload is refused or ended.
public enum UploadError: Error, Hashable, Sendable {
    /// It must continue at this offset.
    case wrongOffset(UInt64)
    /// Another request of the same user is sending the same file; this many bytes have arrived.
    case busy(UInt64)
    /// The bytes do not have the announced hash.
    case hashMismatch
    /// There are more bytes than announced.
    case tooLong
    /// The file is larger than the limit, in bytes.
    case tooLarge(limit: UInt64)
    /// The user has too many files that are not needed yet.
    case tooMany(limit: Int)
}
