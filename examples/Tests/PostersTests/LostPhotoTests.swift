import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Lost photos")
struct LostPhotoTests {
    @Test("A sync names a draft whose photo is gone, the file and what to do, and the same photo completes the draft")
    func gone() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A", "--later")
        let copy = anna.home.appending(path: "data/posters/photos/\(try #require(anna.keptPhotos.first))").path
        try FileManager.default.removeItem(atPath: copy)
        let sync = try await anna.posters("sync")
        #expect(sync.ending == .exit(65), "\(sync.errors)")
        let reason = "A photo of d1 can't be sent: \(copy) can't be read: No such file or directory."
        for words in [reason, "posters edit d1 --photo FILE", "posters cancel d1"] {
            #expect(sync.output.contains(words), "\(sync.output)")
        }
        let photo = anna.home.appending(path: "A.jpg").path
        #expect(try await anna.succeed("edit", "d1", "--photo", photo).output == "d1 is report 1.\n")
    }

    @Test("A photo that is added again replaces a damaged copy of it")
    func damaged() async throws {
        let city = try await ScriptedCity()
        let anna = try await Inspector.loggedIn(at: city)
        try await anna.file("A", "--later")
        let photo = anna.home.appending(path: "A.jpg")
        let kept = "data/posters/photos/\(try #require(anna.keptPhotos.first))"
        try anna.write("no photo".utf8, to: kept)
        try await anna.succeed("edit", "d1", "--photo", photo.path, "--at", "50,30")
        #expect(try await city.state.uploads.count == 1)
        #expect(try await city.state.reports.count == 1)
    }

    @Test("A photo that the server has lost is named with its report")
    func lostByServer() async throws {
        let city = try await RealCity()
        let anna = try await city.loggedIn("anna")
        try await anna.file("A")
        try FileManager.default.removeItem(at: city.folder.appending(path: "data/photos"))
        let result = try await anna.posters("photo", "1", "--to", anna.home.path)
        #expect(result.ending == .exit(66) && result.errors.contains("no photo 1 of report 1"), "\(result.errors)")
        #expect(result.errors.contains("posters sync"), "\(result.errors)")
    }
}
