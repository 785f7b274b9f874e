import AppGroup
import ExamplesTestSupport
import Foundation
import HTTPTypes
import Serving
import TestSupport
import Testing

@testable import PostersServer

@Suite("Photos")
struct PhotoTests {
    @Test func `The published copy has the orientation alone, and the upload is gone`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let photo = SampleJPEG().bytes
            let name = "\(BlobDigest(sha256Of: photo))"
            let upload = try await client.ask(.put, "/media/\(name)", by: ada, body: photo)
            #expect(upload.status == 201, "\(upload)")
            #expect(upload["mediaType"] as? String == "image/jpeg" && upload["width"] as? Int == 64)
            #expect(upload["taken"] as? String == "2026-05-06T07:08:09+02:00")
            #expect(try await client.ask(.put, "/media/\(name)", by: ada, body: photo).status == 200)

            let copy = try await client.get("/media/\(name)", by: ada)
            #expect(copy.status == 200 && copy.headers[.contentType] == "image/jpeg")
            for secret in ["SERIAL", "2026:05:06", "a comment"] { #expect(!copy.body.contains(Data(secret.utf8))) }
            let path = try posters.folder.write("copy.jpg", Array(copy.body))
            let told = try await Finished.run([PostersOracle.exiftool.path, "-n", "-j", "-EXIF:all", "-GPS:all", path])
            let tags = try #require(
                (try JSONSerialization.jsonObject(with: told.data) as? [[String: Any]])?.first, "\(told.errors)")
            #expect(tags["Orientation"] as? Int == 6)
            #expect(Set(tags.keys).subtracting(["SourceFile", "Orientation"]) == [], "\(tags)")

            // Neither a file nor a page of the database has the place, which only the report may say.
            let files = try #require(FileManager.default.enumerator(atPath: posters.folder.path))
            for case let file as String in files where !file.hasSuffix(".sqlite") && !file.hasSuffix("-wal") {
                let bytes = (try? Data(contentsOf: URL(filePath: "\(posters.folder.path)/\(file)"))) ?? Data()
                #expect(bytes.range(of: Data("SERIAL-4711".utf8)) == nil, "\(file)")
            }
        }
    }

    @Test func `A photo is new to each user who uploads it, and is taken again if its copy was lost`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let bob = try await posters.addUser("bob", .inspector)
        try await posters.serve { client in
            let photo = SampleJPEG().bytes
            let name = "\(BlobDigest(sha256Of: photo))"
            let path = "/media/\(name)"
            for user in [ada, bob] {
                #expect(try await client.ask(.put, path, by: user, body: photo).status == 201)
                #expect(try await client.ask(.put, path, by: user, body: photo).status == 200)
            }
            let stored = try #require(try await posters.store.photo(name))
            _ = try await posters.parts.photos.blobs.delete(#require(BlobDigest(stored.copy)))
            #expect(try await client.get(path, by: ada).status == 404)
            #expect(try await client.ask(.put, path, by: ada, body: photo).status == 200)
            #expect(try await client.get(path, by: ada).status == 200)
        }
    }

    @Test func `The same photo is taken from all who upload it at once, and kept once`() async throws {
        let posters = try await Posters()
        let users = [try await posters.addUser("ada", .inspector), try await posters.addUser("bob", .inspector)]
        try await posters.serve { client in
            for round in UInt8(0)..<20 {
                let photo = SampleJPEG(pixels: [round]).bytes
                let path = "/media/\(BlobDigest(sha256Of: photo))"
                let answers = try await withThrowingTaskGroup(of: (Int, PostersClient.Answer).self) { group in
                    for number in 0..<12 {
                        group.addTask {
                            (number % 2, try await client.ask(.put, path, by: users[number % 2], body: photo))
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                for user in 0...1 {
                    // It is new to each user once.
                    let statuses = answers.filter { $0.0 == user }.map(\.1.status).sorted()
                    #expect(statuses == [200, 200, 200, 200, 200, 201], "\(answers.map(\.1))")
                    #expect(try await client.get(path, by: users[user]).status == 200)
                }
                #expect(try Self.files(in: posters).count == Int(round) + 1)
            }
        }
    }

    @Test func `A user whose many photos are in no report has to file the reports first`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .resident)
        try await posters.serve { client in
            var photos: [String] = []
            for number in 0..<ReportLimits.unusedPhotos {
                photos.append(try await client.upload(SampleJPEG(pixels: [UInt8(number)]).bytes, by: ada))
            }
            let next = SampleJPEG(pixels: [255]).bytes
            let path = "/media/\(BlobDigest(sha256Of: next))"
            let refused = try await client.ask(.put, path, by: ada, body: next)
            #expect(refused.status == 429 && refused.headers[.retryAfter] != nil, "\(refused)")
            _ = try await client.number(by: ada, ["photos": [photos[0]]])
            #expect(try await client.ask(.put, path, by: ada, body: next).status == 201)
        }
    }

    @Test func `Photos that arrive at the same time do not pass the limit together`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .resident)
        try await posters.serve { client in
            var photos: [String] = []
            for number in 0..<ReportLimits.unusedPhotos - 1 {
                photos.append(try await client.upload(SampleJPEG(pixels: [UInt8(number)]).bytes, by: ada))
            }
            let statuses: [Int] = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in UInt8(200)..<208 {
                    group.addTask {
                        let photo = SampleJPEG(pixels: [number]).bytes
                        let path = "/media/\(BlobDigest(sha256Of: photo))"
                        return try await client.ask(.put, path, by: ada, body: photo).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201] + Array(repeating: 429, count: 7))

            // An upload that has passed the first check meets the second one, unless the user has the photo already.
            let known = try #require(try await posters.store.photo(photos[0]))
            let isNew = try await posters.store.addPhoto(known, from: ada.user.id, at: posters.clock.now)
            #expect(!isNew)
            let other = StoredPhoto(
                sha256: "\(BlobDigest(sha256Of: [1]))", copy: known.copy, mediaType: known.mediaType,
                bytes: known.bytes, width: known.width, height: known.height, place: nil, taken: nil)
            let error = await #expect(throws: ServiceError.self) {
                try await posters.store.addPhoto(other, from: ada.user.id, at: posters.clock.now)
            }
            #expect(error?.code == .tooManyAttempts)
            #expect(try await posters.store.photo(other.sha256) == nil)
        }
    }

    @Test func `Nobody else sees a photo until a supervisor publishes it, and then not by the upload's hash`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let bob = try await posters.addUser("bob", .inspector)
        let eve = try await posters.addUser("eve", .supervisor)
        let rita = try await posters.addUser("rita", .reader)
        try await posters.serve { client in
            let name = try await client.upload(SampleJPEG().bytes, by: ada)
            #expect(try await client.get("/media/\(name)", by: bob).status == 404)
            let number = try await client.number(by: ada, ["photos": [name]])
            #expect(try await client.get("/media/\(name)", by: eve).status == 200)
            #expect(try await client.get("/media/\(name)").status == 404)
            let hidden = try await client.get("/v1/reports/\(number)", by: rita)
            #expect(hidden["photos"] as? [String] == [])

            _ = try await client.decide(number, "confirmed", by: eve, ["publishPhotos": true])
            let open = try await client.get("/v1/reports/\(number)", by: rita)
            let photo = try #require((open["photos"] as? [[String: Any]])?.first, "\(open)")
            let copy = try #require(photo["sha256"] as? String)
            #expect(copy != name && photo["url"] as? String == "https://posters.example.org/media/\(copy)")
            #expect(!open.text.contains(name))
            let shown = try await client.get("/media/\(copy)")
            #expect(shown.status == 200)
            #expect("\(BlobDigest(sha256Of: Array(shown.body)))" == copy)
            #expect(try await client.get("/media/\(name)").status == 404)

            let known = try await client.ask(
                .get, "/media/\(copy)", headers: [.ifNoneMatch: "\"\(copy)\""])
            #expect(known.status == 304 && known.body.isEmpty)
            let head = try await client.ask(.head, "/media/\(copy)")
            #expect(head.status == 200 && head.body.isEmpty)
            let part = try await client.ask(.get, "/media/\(copy)", headers: [.range: "bytes=0-1"])
            #expect(part.status == 206 && part.body == Data([0xFF, 0xD8]))

            // A reporter who wants the report deleted takes the photo with it.
            _ = try await client.ask(.post, "/v1/reports/\(number)/cancel", by: ada)
            #expect(try await client.get("/media/\(copy)").status == 404)
        }
    }

    @Test func `A file that is not a photo, or is too large, is refused with the limit, and nothing of it stays`()
        async throws
    {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let large = SampleJPEG(pixels: [UInt8](repeating: 7, count: 30 << 20)).bytes
            let cases: [([UInt8], Int, String)] = [
                (Array("%PDF-1.7\n%âãÏÓ\n1 0 obj\n".utf8), 415, "PDF"),
                (SampleJPEG(width: 60_000, height: 60_000).bytes, 422, "200"), (large, 413, "25 MB"),
                ([], 415, ""), (Array("<html>".utf8), 415, ""),
            ]
            for (bytes, status, words) in cases {
                let answer = try await client.ask(.put, "/media/\(BlobDigest(sha256Of: bytes))", by: ada, body: bytes)
                #expect(answer.status == status, "\(answer)")
                #expect(words.isEmpty || answer.error?["message"]?.contains(words) == true, "\(answer)")
            }
            let photo = SampleJPEG().bytes
            let wrong = try await client.ask(.put, "/media/\(BlobDigest(sha256Of: [1]))", by: ada, body: photo)
            #expect(wrong.status == 422 && wrong.error?["code"] == "hashMismatch", "\(wrong)")
            #expect(try await client.ask(.put, "/media/ABC", by: ada, body: photo).status == 400)
            #expect(try await client.ask(.put, "/media/\(BlobDigest(sha256Of: photo))", body: photo).status == 401)
            #expect(try Self.files(in: posters) == [])
        }
    }

    @Test func `A report names only photos that its reporter uploaded`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        let bob = try await posters.addUser("bob", .inspector)
        try await posters.serve { client in
            let name = try await client.upload(SampleJPEG().bytes, by: ada)
            let refused = try await client.file(by: bob, ["photos": [name]])
            #expect(refused.status == 422 && refused.error?["code"] == "photoMissing", "\(refused)")
            #expect(try await client.ask(.put, "/media/\(name)", by: bob, body: SampleJPEG().bytes).status == 201)
            #expect(try await client.file(by: bob, ["photos": [name]]).status == 201)
        }
    }

    @Test func `Photos that no report names are deleted after a day, others stay`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let used = try await client.upload(SampleJPEG().bytes, by: ada)
            _ = try await client.number(by: ada, ["photos": [used]])
            let unused = try await client.upload(SampleJPEG(pixels: [9]).bytes, by: ada)
            try await posters.parts.photos.collect(at: posters.clock.now)
            #expect(try Self.files(in: posters).count == 2)
            posters.clock.now = posters.clock.now.adding(days: 2)
            try await posters.parts.photos.collect(at: posters.clock.now)
            #expect(try Self.files(in: posters).count == 1)
            #expect(try await client.get("/media/\(used)", by: ada).status == 200)
            #expect(try await client.get("/media/\(unused)", by: ada).status == 404)
            let late = try await client.file(by: ada, ["photos": [unused]])
            #expect(late.status == 422 && late.error?["code"] == "photoMissing")
        }
    }

    @Test func `A photo that is uploaded again is kept for another day`() async throws {
        let posters = try await Posters()
        let ada = try await posters.addUser("ada", .inspector)
        try await posters.serve { client in
            let photo = SampleJPEG().bytes
            let name = try await client.upload(photo, by: ada)
            posters.clock.now = posters.clock.now.adding(days: 1)
            #expect(try await client.ask(.put, "/media/\(name)", by: ada, body: photo).status == 200)
            posters.clock.now = posters.clock.now.adding(days: 1)
            try await posters.parts.photos.collect(at: posters.clock.now)
            #expect(try await client.get("/media/\(name)", by: ada).status == 200)
            posters.clock.now = posters.clock.now.adding(days: 1)
            try await posters.parts.photos.collect(at: posters.clock.now)
            #expect(try await client.get("/media/\(name)", by: ada).status == 404)
            #expect(try await client.ask(.put, "/media/\(name)", by: ada, body: photo).status == 201)
        }
    }

    /// The files of photos and uploads.
    private static func files(in posters: Posters) throws -> [String] {
        try ["photos", "incoming"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: "\(posters.folder.path)/\(folder)")
                .filter { $0.split(separator: "/").last.map { BlobDigest($0) != nil } ?? false || $0.hasPrefix("new/") }
        }
    }
}
