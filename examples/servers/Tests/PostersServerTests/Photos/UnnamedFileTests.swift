import Accounts
import AppGroup
import Foundation
import GRDB
import NIOCore
import Serving
import TestSupport
import Testing

@testable import PostersServer

@Suite("Photos that the database does not name")
struct UnnamedFileTests {
    @Test func `A copy that takes the place of the database keeps newer photos for 30 days`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let copyFolder = try TemporaryFolder()
        try posters.store.backUp(to: "\(copyFolder.path)/\(PostersStore.fileName)")
        try await posters.serve { client in
            _ = try await client.number(by: ada, ["photos": [try await client.upload(SampleJPEG().bytes, by: ada)]])
        }
        let copy = try PostersStore(folder: copyFolder.path)
        let photos = try PhotoStore(folder: posters.folder.path, store: copy)
        var found: [Int] = []
        var kept: [Int] = []
        for day in [0, 0, 29, 31] {
            found.append(try await photos.collect(at: posters.clock.now.adding(days: day)))
            kept.append(try Self.fileCount(in: posters))
        }
        #expect(found == [1, 0, 0, 0] && kept == [1, 1, 1, 0])
        #expect(try await Self.waiting(in: copy).isEmpty)
        try copy.close()
    }

    @Test func `A copy keeps for 30 days what was in no report when it was made`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let copyFolder = try TemporaryFolder()
        try await posters.serve { client in
            _ = try await client.upload(SampleJPEG().bytes, by: ada)
            try posters.store.backUp(to: "\(copyFolder.path)/\(PostersStore.fileName)")
        }
        let copy = try PostersStore(folder: copyFolder.path)
        try await copy.renewIfCopy()
        let photos = try PhotoStore(folder: posters.folder.path, store: copy)
        var kept: [Int] = []
        for day in [0, 29, 31] {
            #expect(try await photos.collect(at: Timestamp.now.adding(days: day)) == 0)
            kept.append(try Self.fileCount(in: posters))
        }
        #expect(kept == [1, 1, 0])
        try copy.close()
    }

    @Test func `A photo that arrives when its user has just gone is deleted at once`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .resident)
        try await posters.store.write {
            try $0.execute(sql: "DELETE FROM user WHERE id = ?", arguments: [ada.user.id.rawValue])
        }
        let photos = posters.parts.photos
        let bytes = AsyncStream { arriving in
            arriving.yield(ByteBuffer(bytes: SampleJPEG().bytes))
            arriving.finish()
        }
        await #expect(throws: (any Error).self) {
            try await photos.receive(bytes, named: nil, from: ada.user, at: posters.clock.now)
        }
        #expect(try Self.fileCount(in: posters) == 1)
        #expect(try await photos.collect(at: posters.clock.now) == 0)
        #expect(try Self.fileCount(in: posters) == 0)
    }

    @Test func `A database of the version before deletes a photo at once that it no longer names`() async throws {
        let posters = try await Posters()
        let folder = try TemporaryFolder()
        let old = try DatabaseQueue(path: "\(folder.path)/\(PostersStore.fileName)")
        try Schema.migrator.migrate(old, upTo: "2")
        let photo = BlobDigest(sha256Of: [1])
        try await posters.parts.photos.blobs.put(file: folder.write("photo", [1]), as: photo)
        try await old.write {
            try $0.execute(
                sql: """
                    INSERT INTO photo (sha256, copy, mediaType, bytes, width, height, stored)
                    VALUES ('a', :copy, '', 1, 1, 1, 0), ('b', :copy, '', 1, 1, 1, 0)
                    """, arguments: ["copy": "\(photo)"])
        }
        try old.close()
        let store = try PostersStore(folder: folder.path)
        let photos = try PhotoStore(folder: posters.folder.path, store: store)
        try await store.write { try $0.execute(sql: "DELETE FROM photo WHERE sha256 = 'a'") }
        #expect(try await Self.waiting(in: store).isEmpty)
        try await photos.collect(at: posters.clock.now)
        #expect(try Self.fileCount(in: posters) == 0)
        try store.close()
    }

    private static func waiting(in store: PostersStore) async throws -> [String] {
        try await store.read { try String.fetchAll($0, sql: "SELECT file FROM unnamed") }
    }

    private static func fileCount(in posters: Posters) throws -> Int {
        let photos = URL(filePath: "\(posters.folder.path)/photos")
        let names = FileManager.default.enumerator(at: photos, includingPropertiesForKeys: nil)?.allObjects ?? []
        return names.count { BlobDigest(($0 as? URL)?.lastPathComponent ?? "") != nil }
    }
}
