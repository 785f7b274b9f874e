import Accounts
import AppCatalog
import AppGroup
import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Downloads from the bucket itself", .serialized, .timeLimit(.minutes(20)))
struct RedirectTests {
    private let files: TemporaryFolder
    private let server: RunningServer
    private let ada: RunningServer.Account
    private let package: SamplePackage
    private let grant: Grant
    /// The bucket's address for users.
    private let endpoint: String

    init() async throws {
        files = try TemporaryFolder()
        endpoint = try await S3Server.seaweed.value.url.replacing("127.0.0.1", with: "localhost")
        server = try await BucketServer(["--s3-redirect", "--s3-public-endpoint", endpoint]).server
        ada = try await server.addUser("ada", role: .publisher)
        package = try SamplePackage(payload: 1 << 20, in: files)
        try await server.publish(package, as: ada)
        grant = try await server.grant("org.example.rooms", to: ada)
    }

    private func location() async throws -> String {
        let answer = try await server.curl(ada.header, package.file)
        try #require(answer.status == 307 && answer.body.isEmpty, "\(answer)")
        #expect(answer.headers["cache-control"] == "private, no-store")
        return try #require(answer.headers["location"])
    }

    @Test("A download is answered with a one-minute link to the bucket's public address, which has the file")
    func leadsToBucket() async throws {
        let location = try await location()
        #expect(location.hasPrefix("\(endpoint)/\(S3Server.bucket)/") && location.contains("X-Amz-Expires=60&"))
        #expect(!location.contains(ada.token) && !location.contains(S3Server.secret))
        let direct = try await server.curl([], location)
        #expect(direct.status == 200 && direct.body == package.bytes)
        #expect(direct.headers["content-disposition"] == "attachment; filename=\"org.example.rooms-1.0.ipa\"")
        #expect(direct.headers["content-type"] == "application/octet-stream")
        #expect(direct.headers["cache-control"] == "private, no-cache" && direct.headers["repr-digest"] == nil)
        let changed = location.replacing("X-Amz-Expires=60", with: "X-Amz-Expires=61")
        #expect(try await server.curl([], changed).status == 403)

        let followed = try await server.curl(ada.header + ["--location"], package.file)
        #expect(followed.status == 200 && followed.body == package.bytes)
        let tag = try #require(followed.headers["etag"])
        #expect(!tag.contains("\(package.hash)"))
        let part = try await server.curl(
            ada.header + ["--location", "-H", "Range: bytes=7-9", "-H", "If-Range: \(tag)"], package.file)
        #expect(part.status == 206 && part.body == package.bytes[7..<10])
        // A download may begin before it is recorded.
        let isRecorded = try await comesTrue {
            try await server.store.auditEntries(limit: 20, before: nil).contains { $0.action == "download" }
        }
        #expect(isRecorded)
        let entries = try await server.store.auditEntries(limit: 20, before: nil)
        #expect(entries.count { $0.action == "download" } == 1)
    }

    @Test("The server itself answers requests that need no bytes of the file")
    func answersItself() async throws {
        let head = try await server.curl(ada.header + ["-I"], package.file)
        #expect(head.status == 200 && head.headers["content-length"] == "\(package.bytes.count)")
        let tag = try #require(head.headers["etag"])
        #expect(tag == "\"\(package.hash)\"" && head.headers["repr-digest"] != nil)
        func status(_ field: String) async throws -> Int {
            try await server.curl(ada.header + ["-H", field], package.file).status
        }
        #expect(try await status("If-None-Match: \(tag)") == 304)
        #expect(try await status("If-Match: \"other\"") == 412)
        #expect(try await status("Range: bytes=99999999-") == 416)
        let eve = try await server.addUser("eve")
        #expect(try await server.curl(eve.header, package.file).status == 404)
        #expect(try await server.curl([], package.file).status == 401)
    }

    @Test("When a grant is taken away, no further link is given, but one that was given works for its minute")
    func outlivesGrant() async throws {
        let links = try await server.curl(ada.header + ["-d", ""], package.links)
        let signed = try JSONDecoder().decode(DownloadLinks.self, from: links.body).file
        let viaLink = try await server.curl(["--location"], signed)
        #expect(viaLink.status == 200 && viaLink.body == package.bytes)
        let asked = ContinuousClock.now
        let location = try await location()
        try await server.store.removeGrant(grant.id, by: RunningServer.who)
        #expect(try await comesTrue { try await server.curl(ada.header, package.file).status == 404 })
        #expect(try await server.curl([], signed).status == 404)
        // What is lost: docs/server.md. A machine that is busy for longer than the minute gets 403.
        let late = try await server.curl([], location)
        let isInTime = ContinuousClock.now - asked < .seconds(50)
        #expect((isInTime ? [200] : [200, 403]).contains(late.status), "\(late)")
    }

    @Test("launcher-store installs from the bucket, to which it sends no token")
    func installs() async throws {
        let store = URL(filePath: ServerProcess.program).deletingLastPathComponent().appending(path: "launcher-store")
            .path
        for name in ["home", "groups"] {
            try FileManager.default.createDirectory(
                atPath: "\(files.path)/\(name)", withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        }
        let environment = [
            "HOME": "\(files.path)/home", "APP_GROUP_HOME": "\(files.path)/groups", "PATH": "/usr/bin:/bin",
        ]
        let login = try await Finished.run(
            [
                "/bin/sh", "-c", "echo 'secret of ada' | exec \"$@\"", "sh", store, "login", server.url, "--user",
                "ada",
                "--password-stdin", "--no-handler",
            ], environment: environment)
        try #require(login.status == 0, "\(login.errors)")
        let installed = try await Finished.run([store, "install", "org.example.rooms"], environment: environment)
        #expect(installed.status == 0, "\(installed.errors)")
        #expect(installed.errors.contains("Installed Rooms 1.0"))
        #expect(server.log.contains("\"status\":307"))
    }
}
