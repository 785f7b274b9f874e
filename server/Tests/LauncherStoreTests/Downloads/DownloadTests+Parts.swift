import AppCatalog
import Foundation
import Testing

/// What an earlier download left.
extension DownloadTests {
    /// Leaves a part behind, as an earlier download would.
    @discardableResult
    func leavePart(_ digest: String, _ bytes: Data) throws -> String {
        let folder = "\(testServer.sandbox.folder)/home/.cache/app-groups/downloads"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let part = "\(folder)/\(digest).part"
        try bytes.write(to: URL(filePath: part))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: part)
        return part
    }

    @Test("If the server has lost the file of a release, the user learns that its administrator can help")
    func lostFile() throws {
        let text = #"{"error":{"code":"fileMissing","message":"The server no longer has the file."}}"#
        try publish([{ $0 = ["status": 404, "text": text] }])
        let answer = try testServer.store("install", "rooms")
        let sentence = "\(testServer.server.address) has lost the file of Rooms 1.0, so it was not installed. Tell the"
        #expect(answer.status == 66 && answer.errors.contains(sentence), "\(answer.errors)")
        #expect(!answer.errors.contains("for you"), "\(answer.errors)")
        #expect(try testServer.parts.isEmpty)
    }

    @Test("A page that comes without a length in place of the file leaves what has arrived")
    func pageWithoutLength() throws {
        let release = try publish([{ $0 = ["status": 200, "text": "<html>Log in</html>", "chunked": true] }])
        let file = try Data(contentsOf: URL(filePath: "\(testServer.sandbox.folder)/Rooms-1.0.ipa"))
        let part = try leavePart(release.sha256, file.prefix(300_000))
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 76 && answer.errors.contains("may not be Rooms"), "\(answer.errors)")
        #expect(answer.errors.contains(part), "\(answer.errors)")
        #expect(try Data(contentsOf: URL(filePath: part)) == file.prefix(300_000))
        try serve(release)
        #expect(try testServer.store("install", "rooms").status == 0)
        try expectInstalled()
        #expect(downloads.last?.headers["range"] == "bytes=300000-")
    }

    @Test("A file that comes again without a length, a tag and ranges completes what has arrived")
    func fileWithoutLength() throws {
        let release = try publish([
            {
                $0["chunked"] = true
                $0["range"] = false
                $0["headers"] = [String: String]()
            }
        ])
        let file = try Data(contentsOf: URL(filePath: "\(testServer.sandbox.folder)/Rooms-1.0.ipa"))
        try leavePart(release.sha256, file.prefix(300_000))
        let answer = try testServer.store("install", "rooms")
        #expect(answer.status == 0 && downloads.count == 1, "\(answer.errors)")
        try expectInstalled()
    }
}
