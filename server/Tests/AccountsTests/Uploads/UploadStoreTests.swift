import Foundation
import NIOCore
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import Accounts

@Suite("The storage of uploads")
struct UploadStoreTests {
    let folder: TemporaryFolder
    private let ada = AccountID(rawValue: 1)
    private let bytes: [UInt8]
    private let hash: BlobDigest

    init() throws {
        folder = try TemporaryFolder()
        var random = RandomSource(seed: 8)
        bytes = random.bytes(600_000)
        hash = BlobDigest(sha256Of: bytes)
    }

    private func store(_ limits: UploadLimits = .standard) throws -> UploadStore {
        try UploadStore(folder: "\(folder.path)/uploads", limits: limits)
    }

    private var total: UInt64 { UInt64(bytes.count) }

    @Test("An upload in pieces resumes where it ended, even after a restart")
    func goesOn() async throws {
        var offset = 0
        for end in [1, 300_000, 300_001, 600_000] {
            let store = try store()
            var upload = try await store.begin(hash, from: ada, at: UInt64(offset), total: total)
            try await upload.append(ByteBuffer(bytes: bytes[offset..<end]))
            let state = try await upload.finish()
            #expect(state == UploadStore.State(offset: UInt64(end), isWhole: end == 600_000))
            #expect(try await store.state(of: hash, from: ada) == state)
            #expect((try await store.file(of: hash, from: ada) != nil) == state.isWhole)
            offset = end
        }
        let file = try #require(try await store().file(of: hash, from: ada))
        #expect(try Data(contentsOf: URL(filePath: file)) == Data(bytes))
        #expect(try folder.files().values.allSatisfy { $0 == 0o600 })
        try await store().remove(hash, from: ada)
        #expect(try folder.files().isEmpty)
    }

    @Test("An upload whose request is canceled keeps every byte that it has got")
    func keepsWhatArrived() async throws {
        let store = try store()
        let upload = try await store.begin(hash, from: ada, at: nil, total: total)
        let receiving = Task { [bytes] in
            var upload = upload
            withUnsafeCurrentTask { $0?.cancel() }
            try await upload.append(ByteBuffer(bytes: bytes.dropLast()))
            return try await upload.finish()
        }
        #expect(try await receiving.value == UploadStore.State(offset: total - 1, isWhole: false))
        var rest = try await store.begin(hash, from: ada, at: total - 1, total: total)
        try await rest.append(ByteBuffer(bytes: bytes.suffix(1)))
        #expect(try await rest.finish().isWhole)
    }

    @Test("Uploads of a user begin while other requests remove the user's empty folder")
    func beginsWhileFoldersGo() async throws {
        let store = try store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 as Range<UInt8> {
                let hash = BlobDigest(sha256Of: [number])
                group.addTask { [ada] in
                    for _ in 0..<200 {
                        var upload = try await store.begin(hash, from: ada, at: nil, total: 1)
                        try await upload.append(ByteBuffer(bytes: [number]))
                        #expect(try await upload.finish().isWhole)
                        try await store.remove(hash, from: ada)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try folder.files().isEmpty)
    }

    @Test("An upload whose last byte arrived before the server was killed is completed by a request without bytes")
    func isCompleted() async throws {
        for name in [hash, BlobDigest(sha256Of: [1])] {
            do {
                var upload = try await store().begin(name, from: ada, at: nil, total: total)
                try await upload.append(ByteBuffer(bytes: bytes))
            }
            let store = try store()
            #expect(try await store.state(of: name, from: ada) == UploadStore.State(offset: total, isWhole: false))
            var continued: Upload?
            _ = try await comesTrue {
                // A thread that worked for the first request may hold the file a moment longer.
                do {
                    continued = try await store.begin(name, from: ada, at: total, total: total)
                } catch UploadError.busy {}
                return continued != nil
            }
            var upload = try #require(continued)
            if name == hash {
                #expect(try await upload.finish() == UploadStore.State(offset: total, isWhole: true))
                #expect(try await store.file(of: name, from: ada) != nil)
            } else {
                await #expect(throws: UploadError.hashMismatch) { try await upload.finish() }
                #expect(try await store.state(of: name, from: ada) == nil)
            }
        }
    }

    @Test("An upload is visible only to its own user")
    func isPrivate() async throws {
        let store = try store()
        var upload = try await store.begin(hash, from: ada, at: nil, total: total)
        try await upload.append(ByteBuffer(bytes: bytes))
        _ = try await upload.finish()
        #expect(try await store.state(of: hash, from: AccountID(rawValue: 2)) == nil)
        #expect(try await store.file(of: hash, from: AccountID(rawValue: 2)) == nil)
    }

    @Test("Only one request at a time can write an upload")
    func isLocked() async throws {
        let (store, other) = (try store(), try store())
        var upload = try await store.begin(hash, from: ada, at: nil, total: total)
        try await upload.append(ByteBuffer(bytes: bytes[..<300_000]))
        for offset in [nil, 0, 300_000, 5] as [UInt64?] {
            await #expect(throws: UploadError.busy(300_000)) {
                try await other.begin(hash, from: ada, at: offset, total: total)
            }
        }
        try await upload.append(ByteBuffer(bytes: bytes[300_000...]))
        #expect(try await upload.finish().isWhole)
    }

    @Test("An upload can be resumed only at its end", arguments: [0, 99, 101, 600_000])
    func refusesOffset(offset: UInt64) async throws {
        let store = try store()
        do {
            var upload = try await store.begin(hash, from: ada, at: nil, total: total)
            try await upload.append(ByteBuffer(bytes: bytes[..<100]))
            _ = try await upload.finish()
        }
        await #expect(throws: UploadError.wrongOffset(100)) {
            try await store.begin(hash, from: ada, at: offset, total: total)
        }
        #expect(try await store.state(of: hash, from: ada)?.offset == 100)
    }

    @Test("An upload that was never begun can't be resumed")
    func hasBegun() async throws {
        await #expect(throws: UploadError.wrongOffset(0)) {
            try await store().begin(hash, from: ada, at: 5, total: total)
        }
        #expect(try folder.files().isEmpty)
    }

    @Test("An upload with another hash than announced is deleted")
    func isChecked() async throws {
        let store = try store()
        var upload = try await store.begin(hash, from: ada, at: nil, total: 3)
        try await upload.append(ByteBuffer(string: "abc"))
        await #expect(throws: UploadError.hashMismatch) { try await upload.finish() }
        #expect(try await store.state(of: hash, from: ada) == nil)
        #expect(try folder.files().isEmpty)
    }

    @Test("An upload longer than announced is refused and keeps the bytes before")
    func isBounded() async throws {
        let store = try store()
        var upload = try await store.begin(hash, from: ada, at: nil, total: 300_000)
        try await upload.append(ByteBuffer(bytes: bytes[..<299_999]))
        await #expect(throws: UploadError.tooLong) { try await upload.append(ByteBuffer(string: "ab")) }
        #expect(upload.offset == 299_999)
    }

    @Test("Uploads are limited in size and number for each user")
    func isLimited() async throws {
        let store = try store(UploadLimits(size: 1000, files: 2))
        await #expect(throws: UploadError.tooLarge(limit: 1000)) {
            try await store.begin(hash, from: ada, at: nil, total: 1001)
        }
        for number in UInt8.min..<2 {
            _ = try await store.begin(BlobDigest(sha256Of: [number]), from: ada, at: nil, total: 1000)
        }
        await #expect(throws: UploadError.tooMany(limit: 2)) {
            try await store.begin(hash, from: ada, at: nil, total: 1000)
        }
        _ = try await store.begin(hash, from: AccountID(rawValue: 2), at: nil, total: 1000)
    }

    @Test("An upload is refused if the disk has no room for it")
    func needsRoom() async throws {
        let store = try store(UploadLimits(size: .max, reserve: 1 << 60))
        let error = await #expect(throws: ServiceError.self) {
            try await store.begin(hash, from: ada, at: nil, total: 1)
        }
        #expect(error?.code == .noSpace)
        // An administrator who sees free bytes learns why they do not suffice.
        #expect(error?.description.contains("needs \((1 << 60) + 1), since \(1 << 60) stay free") == true)
        // For the log and for the client.
        #expect(
            error?.description.contains("\(folder.path)/uploads") == true
                && error?.answer.contains(folder.path) == false)
    }

    @Test("Abandoned uploads and forms are removed, but uploads in progress are kept")
    func isRemoved() async throws {
        let store = try store(UploadLimits(age: .seconds(100)))
        let now = Int64(Date().timeIntervalSince1970)
        do {
            var old = try await store.begin(hash, from: ada, at: nil, total: 3)
            try await old.append(ByteBuffer(string: "ab"))
            _ = try await old.finish()
        }
        _ = try folder.write("uploads/1/abc.form", [1])
        let living = try await store.begin(BlobDigest(sha256Of: [1]), from: ada, at: nil, total: 3)
        try await store.removeAbandoned(now: now)
        #expect(try folder.files().count == 2)
        try await store.removeAbandoned(now: now + 100_000)
        #expect(try folder.files().keys.allSatisfy { $0.hasSuffix("\(BlobDigest(sha256Of: [1])).part") })
        #expect(living.offset == 0)
    }

    @Test("Removing abandoned uploads follows no link, and leaves files with other names than the store's own alone")
    func leavesOtherFiles() async throws {
        let store = try store(UploadLimits(age: .zero))
        for subfolder in ["victim", "uploads/1", "uploads/notes"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(subfolder)", withIntermediateDirectories: true)
        }
        let kept = [
            "victim/\(hash)", "victim/thesis.form", "uploads/1/holiday.jpg", "uploads/1/My Thesis.form",
            "uploads/notes/\(hash)",
        ]
        for name in kept + ["uploads/1/\(hash)", "uploads/1/abc.form"] { _ = try folder.write(name, [1]) }
        for link in ["uploads/2", "uploads/1/\(hash).part"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(link)", withDestinationPath: "\(folder.path)/victim")
        }
        try await store.removeAbandoned(now: Int64(Date().timeIntervalSince1970) + 1000)
        #expect(try folder.files().keys.sorted() == kept.sorted())
        try await store.remove(hash, from: AccountID(rawValue: 2))
        #expect(try folder.files().keys.sorted() == kept.sorted())
        let elsewhere = "\(folder.path)/linked"
        try FileManager.default.createSymbolicLink(
            atPath: elsewhere, withDestinationPath: "\(folder.path)/victim")
        #expect(throws: StorageError.self) { _ = try UploadStore(folder: elsewhere) }
    }

    @Test func `A copy of a file that is kept elsewhere can be read, but is not an upload, and can be removed`()
        async throws
    {
        let store = try store()
        var upload = try await store.begin(hash, from: ada, at: nil, total: total)
        try await upload.append(ByteBuffer(bytes: bytes))
        _ = try await upload.finish()
        try await store.removeCopies(from: ada, except: [], ifLastChangedBefore: .max)
        #expect(try await store.state(of: hash, from: ada)?.isWhole == true)
        try await store.noteCopy(of: hash, from: ada)
        #expect(try await store.state(of: hash, from: ada) == nil)
        upload = try await store.begin(hash, from: ada, at: nil, total: total)
        try await upload.append(ByteBuffer(bytes: bytes))
        _ = try await upload.finish()
        #expect(try await store.state(of: hash, from: ada)?.isWhole == true)
        try await store.noteCopy(of: hash, from: ada)
        #expect(try Data(contentsOf: URL(filePath: #require(try await store.file(of: hash, from: ada)))) == Data(bytes))
        try await store.removeCopies(from: ada, except: [hash], ifLastChangedBefore: .max)
        #expect(try await store.file(of: hash, from: ada) != nil)
        try await store.removeCopies(from: ada, except: [], ifLastChangedBefore: .max)
        #expect(try await store.file(of: hash, from: ada) == nil)
    }

    @Test func `A form that would not leave enough room on the disk is refused before it arrives`() async throws {
        let store = try store(UploadLimits(size: .max))
        let error = await #expect(throws: ServiceError.self) {
            _ = try await store.beginForm(from: ada, atMost: .max / 2)
        }
        #expect(error?.code == .noSpace)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/uploads/1"))
    }

    @Test("An upload from a form is stored under its hash when it ends")
    func comesFromForm() async throws {
        let store = try store()
        var form = try await store.beginForm(from: ada)
        for piece in stride(from: 0, to: bytes.count, by: 10_000) {
            try await form.append(ByteBuffer(bytes: bytes[piece..<piece + 10_000]))
        }
        #expect(try await form.finish() == StoredBlob(hash: hash, size: total))
        #expect(try await store.state(of: hash, from: ada) == UploadStore.State(offset: total, isWhole: true))
        #expect(try folder.files().count == 1)
        let dropped = try await store.beginForm(from: ada)
        await dropped.discard()
        #expect(try folder.files().count == 1)
    }
}
