import Foundation
import Testing

@testable import LauncherStore

@Suite("Verified downloads")
struct VerifiedDownloadTests {
    @Test("A package is read from the file that was verified, even if another one has taken its place")
    func otherFile() throws {
        let testServer = try TestServer()
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        let release = try #require(TrustedRelease(releases[0]))
        let path = PartialFile.path(of: release.digest, in: "\(testServer.sandbox.folder)/downloads")
        let part = try #require(try PartialFile(path, limit: release.size))
        try part.append(Array(try Data(contentsOf: URL(filePath: try #require(files["1.0"])))))
        let server = try ServerAddress("https://tools.example.com")
        let download = try VerifiedDownload(part, is: release, of: "Rooms", from: server)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: try #require(files["2.0"]), toPath: path)
        #expect(try download.package().bundle.info.version == "1.0")
    }
}
