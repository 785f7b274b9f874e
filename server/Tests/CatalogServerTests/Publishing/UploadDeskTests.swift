import Accounts
import Foundation
import NIOCore
import ServerTestSupport
import Serving
import Synchronization
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The storing of complete uploads")
struct UploadDeskTests {
    private final class Log: Sendable {
        let count = Mutex(0)
        let isAsked = Mutex(false)

        func add() { count.withLock { $0 += 1 } }

        /// Returns when ``isAsked`` says so.
        func untilAsked() async throws {
            while !isAsked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    /// A list that stays as it is: empty, as until a file is stored, or with files of other servers.
    private struct FixedLedger: UploadLedger {
        var files: [StoredBlob] = []

        func addUpload(_ file: StoredBlob, from user: User.ID, holding holder: BlobHolder) {}
        func uploads(of user: User.ID) -> [StoredBlob] { files }
        func removeUpload(_ hash: BlobDigest, from user: User.ID) {}
        func forgetUploads(after age: Duration) {}
    }

    @Test func `An upload that is being stored can't be deleted, since it would be listed afterwards`() async throws {
        let (catalog, log) = (try ScratchCatalog(), Log())
        let blobs = try DiskBlobStore(folder: "\(catalog.folder)/blobs")
        let sharing = UploadDesk.Sharing(
            ledger: FixedLedger(), blobs: blobs, holds: BlobHolds(ledger: catalog.store),
            sweep: BlobSweep(ledger: catalog.store, blobs: blobs, place: "here"))
        let desk = UploadDesk(files: try UploadStore(folder: "\(catalog.folder)/uploads"), sharing: sharing)
        let (hash, ada) = (try #require(BlobDigest(String(repeating: "a", count: 64))), User.ID(rawValue: 1))
        let folder = "\(catalog.folder)/uploads/1"
        let file = "\(folder)/\(hash)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try #require(FileManager.default.createFile(atPath: file, contents: Data("a package".utf8)))

        async let storing: Void? = sharing.running.value(of: "1/\(hash)", within: .seconds(600)) {
            log.add()
            try await log.untilAsked()
        }
        while log.count.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        let error = await #expect(throws: ServiceError.self) { try await desk.discard(hash, from: ada) }
        #expect(error?.code == .uploadBusy && FileManager.default.fileExists(atPath: file))
        log.isAsked.withLock { $0 = true }
        #expect(try await storing != nil)
        try await desk.discard(hash, from: ada)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    /// A store that keeps a file waiting until the test asks for it.
    private struct HoldingStore: ForwardingBlobStore {
        let origin: DiskBlobStore
        let log: Log

        func put(file path: String, as hash: BlobDigest) async throws {
            log.add()
            try await log.untilAsked()
            try await origin.put(file: path, as: hash)
        }
    }

    @Test func `A file is stored once, and requests that have waited long enough learn that it is being stored`()
        async throws
    {
        let (catalog, log) = (try ScratchCatalog(), Log())
        let blobs = HoldingStore(origin: try DiskBlobStore(folder: "\(catalog.folder)/blobs"), log: log)
        let sharing = UploadDesk.Sharing(
            ledger: FixedLedger(), blobs: blobs, holds: BlobHolds(ledger: catalog.store),
            sweep: BlobSweep(ledger: catalog.store, blobs: blobs, place: "here"), patience: .milliseconds(50))
        let desk = UploadDesk(files: try UploadStore(folder: "\(catalog.folder)/uploads"), sharing: sharing)
        let (hash, ada) = (BlobDigest(sha256Of: [1]), User.ID(rawValue: 1))
        var upload = try await desk.begin(hash, from: ada, at: nil, total: 1)
        try await upload.append(ByteBuffer(bytes: [1]))
        await expect(.underway) { _ = try await desk.finish(&upload, hash, from: ada) }
        let error = await #expect(throws: ServiceError.self) { try await desk.state(of: hash, from: ada) }
        #expect(error?.code == .underway && error?.retryAfter != nil)
        log.isAsked.withLock { $0 = true }
        #expect(await comesTrue { !sharing.running.isRunning("1/\(hash)") })
        #expect(log.count.withLock { $0 } == 1)
        #expect(try await blobs.size(of: hash) == 1)
    }

    /// A store that finds other bytes than were hashed, like one on another file system behind a disk that damages files.
    private struct MismatchingStore: ForwardingBlobStore {
        let origin: DiskBlobStore

        func put(file path: String, as hash: BlobDigest) async throws {
            throw ServiceError(.hashMismatch, "The bytes do not have the announced SHA-256; send them again.")
        }
    }

    @Test func `A file that was damaged after it had arrived can be sent again`() async throws {
        let catalog = try ScratchCatalog()
        let blobs = MismatchingStore(origin: try DiskBlobStore(folder: "\(catalog.folder)/blobs"))
        let sharing = UploadDesk.Sharing(
            ledger: FixedLedger(), blobs: blobs, holds: BlobHolds(ledger: catalog.store),
            sweep: BlobSweep(ledger: catalog.store, blobs: blobs, place: "here"))
        let desk = UploadDesk(files: try UploadStore(folder: "\(catalog.folder)/uploads"), sharing: sharing)
        let (hash, ada) = (BlobDigest(sha256Of: [1]), User.ID(rawValue: 1))
        var upload = try await desk.begin(hash, from: ada, at: nil, total: 1)
        try await upload.append(ByteBuffer(bytes: [1]))
        await expect(.hashMismatch) { _ = try await desk.finish(&upload, hash, from: ada) }
        #expect(try await desk.state(of: hash, from: ada) == nil)
    }

    @Test func `A file that another server has received can be published here, however many uploads have begun here`()
        async throws
    {
        let catalog = try ScratchCatalog()
        let blobs = try DiskBlobStore(folder: "\(catalog.folder)/blobs")
        let blob = try await blobs.put(OneBuffer(ByteBuffer(string: "a package")), limit: 9)
        let sharing = UploadDesk.Sharing(
            ledger: FixedLedger(files: [blob]), blobs: blobs, holds: BlobHolds(ledger: catalog.store),
            sweep: BlobSweep(ledger: catalog.store, blobs: blobs, place: "here"))
        let files = try UploadStore(folder: "\(catalog.folder)/uploads", limits: UploadLimits(files: 1))
        let (desk, ada) = (UploadDesk(files: files, sharing: sharing), User.ID(rawValue: 1))
        let other = try await files.begin(BlobDigest(sha256Of: [1]), from: ada, at: nil, total: 1, besides: nil)
        let file = try #require(try await desk.file(of: blob.hash, from: ada))
        #expect(file.isBlob && FileManager.default.contents(atPath: file.path) == Data("a package".utf8))
        withExtendedLifetime(other) {}
    }
}
