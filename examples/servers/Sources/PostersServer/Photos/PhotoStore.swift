import Accounts
import AppGroup
import NIOCore
import PhotoData
import Serving

/// Receives photos, and keeps their published copies as files.
///
/// An upload is written to `incoming/` while it is hashed. Its copy goes to `photos/` under the copy's own SHA-256, and then the
/// database names it. The upload itself, with its place and serial numbers, is deleted.
struct PhotoStore: Sendable {
    let store: PostersStore
    let blobs: DiskBlobStore
    private let incoming: DiskBlobStore
    private let incomingFolder: String

    /// Opens the store, and makes it if there is none.
    ///
    /// - Parameter folder: The server's data folder.
    init(folder: String, store: PostersStore) throws {
        self.store = store
        incomingFolder = "\(folder)/incoming"
        blobs = try DiskBlobStore(folder: "\(folder)/photos")
        incoming = try DiskBlobStore(folder: incomingFolder)
    }

    /// A photo that a user has uploaded before, and whose copy is there. It is kept as if it had arrived now.
    func renew(_ name: BlobDigest, uploadedBy user: AccountID, at now: Timestamp) async throws -> StoredPhoto? {
        guard let photo = try await store.renewPhoto("\(name)", uploadedBy: user, at: now),
            let copy = BlobDigest(photo.copy), try await blobs.size(of: copy) != nil
        else { return nil }
        return photo
    }

    /// Takes an uploaded photo.
    ///
    /// - Parameter name: The announced SHA-256; `nil` accepts any.
    /// - Returns: The photo, once it is durable, and whether the user had not uploaded it before.
    /// - Throws: `tooLarge`, `hashMismatch`, `notAPhoto`, `invalid` if the photo has too many pixels or can't be published, or
    ///   `tooManyAttempts` if many of the user's photos wait for a report.
    func receive<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes, named name: BlobDigest?, from user: User, at now: Timestamp
    ) async throws -> (StoredPhoto, isNew: Bool) where Bytes.Element == ByteBuffer {
        try await store.checkUnusedPhotos(of: user.id)
        let digest: BlobDigest
        do {
            digest = try await incoming.put(bytes, limit: UInt64(ReportLimits.photoBytes)).hash
        } catch let error as ServiceError where error.code == .tooLarge {
            throw Self.tooLarge
        }
        do {
            if let name, digest != name {
                throw ServiceError(.hashMismatch, "The bytes do not have the announced SHA-256; send the photo again.")
            }
            let result = try await keep(digest, from: user, at: now)
            _ = try await incoming.delete(digest)
            return result
        } catch {
            _ = try? await incoming.delete(digest)
            throw error
        }
    }

    /// Makes the copy of a photo that has arrived.
    private func keep(
        _ digest: BlobDigest, from user: User, at now: Timestamp
    ) async throws -> (StoredPhoto, isNew: Bool) {
        let path = "\(incomingFolder)/\(digest.description.prefix(2))/\(digest)"
        let (photo, copy): (Photo, PublishingCopy)
        do {
            (photo, copy) = try await DiskWork.run { try Self.read(path) }
        } catch let error as ServiceError where error.code == .busy {
            // Another request with the same bytes has kept the photo meanwhile, and has deleted the upload.
            guard let kept = try await keepAgain(digest, from: user, at: now) else { throw error }
            return kept
        }
        return try await blobs.withoutCollection {
            let blob = try await blobs.put(CopiedBytes(copy), limit: .max)
            let stored = StoredPhoto(
                sha256: "\(digest)", copy: "\(blob.hash)", mediaType: copy.kind.mediaType, bytes: Int(blob.size),
                width: photo.size.width, height: photo.size.height,
                place: photo.place.flatMap { Place(latitude: $0.latitude, longitude: $0.longitude) },
                taken: photo.time.map { "\($0)" })
            let isNew = try await store.naming(blob.hash) { try await store.addPhoto(stored, from: user.id, at: now) }
            return (stored, isNew)
        }
    }

    /// Notes that a user has uploaded a photo that is kept already; nil if it isn't.
    private func keepAgain(
        _ digest: BlobDigest, from user: User, at now: Timestamp
    ) async throws -> (StoredPhoto, isNew: Bool)? {
        try await blobs.withoutCollection {
            guard let photo = try await store.photo("\(digest)"), let copy = BlobDigest(photo.copy),
                try await blobs.size(of: copy) != nil
            else { return nil }
            return (photo, try await store.addPhoto(photo, from: user.id, at: now))
        }
    }

    /// Deletes uploads that a server left when it was killed. Call it before any upload arrives.
    func clearIncoming() async throws {
        try await BlobCollector(blobs: incoming) { _ in false }.collect()
    }

    /// Deletes photos that no report has named for a day. Files that the database has never named wait for longer.
    ///
    /// - Returns: How many files began to wait.
    @discardableResult
    func collect(at now: Timestamp) async throws -> Int {
        let moment = now.adding(days: -PostersStore.unusedDays)
        try await blobs.duringCollection { try await store.forgetUnusedPhotos(storedBefore: moment) }
        return try await store.collect(blobs, at: now) { [store] in try await store.hasCopy("\($0)") }
    }

    static let tooLarge = ServiceError(
        .tooLarge, "A photo can have at most \(ReportLimits.photoBytes / 1_000_000) MB; make it smaller.")

    private static func read(_ path: String) throws -> (Photo, PublishingCopy) {
        do throws(PhotoError) {
            let file = try PhotoFile(path: path)
            let photo = try Photo(reading: file)
            try PhotoLimits(bytes: ReportLimits.photoBytes, pixels: ReportLimits.photoPixels).check(photo)
            return (photo, try PublishingCopy(of: file))
        } catch {
            switch error.code {
            case .notPhoto: throw ServiceError(.notAPhoto, error.description)
            case .notFound:
                throw ServiceError(.busy, "Somebody else is uploading the same photo; send it again.", retryAfter: 1)
            case .inputOutput: throw ServiceError(.inputOutput, error.description)
            default: throw ServiceError(.invalid, error.description)
            }
        }
    }
}

/// The bytes of a published copy, piece by piece.
private struct CopiedBytes: AsyncSequence, Sendable {
    let copy: PublishingCopy

    init(_ copy: PublishingCopy) { self.copy = copy }

    struct AsyncIterator: AsyncIteratorProtocol {
        private static let pieceSize = 64 << 10
        let copy: PublishingCopy
        var offset = 0

        mutating func next() async throws -> ByteBuffer? {
            guard offset < copy.count else { return nil }
            let (copy, place) = (copy, offset)
            let length = Swift.min(Self.pieceSize, copy.count - place)
            let bytes = try await DiskWork.run { try copy.bytes(at: place, length: length) }
            guard !bytes.isEmpty else {
                throw ServiceError(.inputOutput, "A photo became shorter while it was being copied.")
            }
            offset += bytes.count
            return ByteBuffer(bytes: bytes)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(copy: copy) }
}
