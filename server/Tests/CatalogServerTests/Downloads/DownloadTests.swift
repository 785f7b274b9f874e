import Accounts
import AppCatalog
import AppGroup
import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Downloads", .serialized, .timeLimit(.minutes(20)))
struct DownloadTests {
    private let files: TemporaryFolder
    private let server: RunningServer
    private let ada: RunningServer.Account
    private let package: SamplePackage

    init() async throws {
        files = try TemporaryFolder()
        // On a busy machine, even a good client may pause for long, and must not be cut.
        server = try await RunningServer(options: ["--transfer-seconds", "600"])
        ada = try await server.addUser("ada", role: .publisher)
        package = try SamplePackage(payload: 24 << 20, in: files)
        try await server.publish(package, as: ada)
        try await server.grant("org.example.rooms", to: ada)
    }

    @Test("A download has the bytes of the file and the headers for checking and resuming it")
    func isFile() async throws {
        let answer = try await server.curl(ada.header, package.file)
        #expect(answer.status == 200 && answer.body == package.bytes)
        let digest = Data(package.hash.bytes).base64EncodedString()
        let headers = [
            "etag": "\"\(package.hash)\"", "repr-digest": "sha-256=:\(digest):", "accept-ranges": "bytes",
            "content-type": "application/octet-stream", "content-length": "\(package.bytes.count)",
            "content-disposition": "attachment; filename=\"org.example.rooms-1.0.ipa\"",
            "x-content-type-options": "nosniff",
            "cache-control": "private, no-cache",
        ]
        for (name, value) in headers { #expect(answer.headers[name] == value) }
        let head = try await server.curl(ada.header + ["-I", "-H", "Range: bytes=0-5"], package.file)
        #expect(head.status == 200 && head.headers["content-length"] == "\(package.bytes.count)")
        #expect(try await server.curl(ada.header + ["-H", "Range: bytes=0-5"], package.file).status == 206)
        // A download may begin before it is recorded.
        let isRecorded = try await comesTrue {
            try await server.store.auditEntries(limit: 10, before: nil).contains { $0.action == "download" }
        }
        #expect(isRecorded)
        let entries = try await server.store.auditEntries(limit: 10, before: nil)
        #expect(entries.count { $0.action == "download" } == 1)
        #expect(entries.first?.subject == "org.example.rooms 1.0 for Unix")
    }

    @Test("Conditional headers decide whether a download is sent whole, in part or not at all")
    func isConditional() async throws {
        let tag = "\"\(package.hash)\""
        func ask(_ headers: String...) async throws -> CurlAnswer {
            try await server.curl(ada.header + headers.flatMap { ["-H", $0] }, package.file)
        }
        let unchanged = try await ask("If-None-Match: W/\(tag)")
        #expect(unchanged.status == 304 && unchanged.body.isEmpty && unchanged.headers["etag"] == tag)
        #expect(try await ask("If-None-Match: \"other\"", "Range: bytes=0-0").status == 206)
        #expect(try await ask("If-Match: \"other\"").status == 412)
        #expect(try await ask("If-Match: \(tag)", "Range: bytes=0-0").status == 206)
        #expect(try await ask("If-Range: \(tag)", "Range: bytes=7-9").body == package.bytes[7..<10])
        for other in ["W/\(tag)", "\"other\"", "Sat, 21 Nov 2026 15:00:00 GMT"] {
            let whole = try await ask("If-Range: \(other)", "Range: bytes=7-9")
            #expect(whole.status == 200 && whole.body.count == package.bytes.count)
        }
    }

    @Test("A download that was not granted is answered like one that does not exist")
    func isHidden() async throws {
        let eve = try await server.addUser("eve")
        let other = try SamplePackage("9", in: files)
        let paths = [
            package.file, package.file.replacing("\(package.hash)", with: "\(other.hash)"),
            package.file.replacing("rooms", with: "nothing"),
            package.file.replacing("org.example.rooms", with: "x%00y"),
            package.file.replacing("\(package.hash)", with: "short"), package.links,
        ]
        for path in paths {
            let answer = try await server.curl(eve.header + (path.hasSuffix("links") ? ["-d", ""] : []), path)
            #expect(answer.status == 404 && answer.code == "notFound", "\(path) \(answer)")
            #expect(answer.message == ServiceError.notFound.description)
        }
        #expect(try await server.curl([], package.file).status == 401)
        let almost = ada.token.dropLast() + (ada.token.hasSuffix("A") ? "E" : "A")
        #expect(try await server.curl(["-H", "Authorization: Bearer \(almost)"], package.file).status == 401)
    }

    /// Something that ends a user's access.
    enum End: String, CaseIterable {
        case grant, user, session, withdrawal, removal

        func take(_ account: RunningServer.Account, _ grant: Grant.ID, _ store: any CatalogStore) async throws {
            let who = RunningServer.who
            switch self {
            case .grant: try await store.removeGrant(grant, by: who)
            case .user: try await store.setDisabled(true, account.user.name, by: who)
            case .session: try await store.endSession(account.session.id, of: account.user.id, by: who)
            case .removal: try await store.removeUser(account.user.name, by: who)
            case .withdrawal:
                let release = try #require(try await store.releases().first)
                _ = try await store.changeTerms(
                    of: release.id, TermsChange(offer: .withdrawn(reason: "broken")), by: who)
            }
        }
    }

    @Test(
        "A download in progress is cut off soon after the user's access ends", arguments: End.allCases, [false, true])
    func ends(_ end: End, byLink: Bool) async throws {
        let bob = try await server.addUser("bob")
        let grant = try await server.grant("org.example.rooms", to: bob)
        // A link needs no session.
        let goesOn = byLink && end == .session
        // The reader ends at once if it is cut off, so it can be patient.
        let patience = goesOn ? 6 : 60
        var reading = SlowReading(
            url: server.url + package.file, token: bob.token, sign: "\(files.path)/sign", patience: patience)
        if byLink {
            let answer = try await server.curl(bob.header + ["-d", ""], package.links)
            let link = try JSONDecoder().decode(DownloadLinks.self, from: answer.body).file
            reading = SlowReading(url: link, token: nil, sign: reading.sign, patience: patience)
        }
        async let slow: Int = reading.run()
        try await reading.begin()
        try await end.take(bob, grant.id, server.store)
        let isKnown = try await comesTrue {
            let answer = try await server.curl(bob.header + ["-H", "Range: bytes=0-0"], package.file)
            return [401, 404].contains(answer.status)
        }
        #expect(isKnown)
        try reading.noteEnd()
        let count = try await slow
        #expect((count > package.bytes.count) == goesOn, "\(count)")
    }

    @Test("A download in progress continues when another user's access ends")
    func goesOn() async throws {
        let bob = try await server.addUser("bob")
        let grant = try await server.grant("org.example.rooms", to: bob)
        let reading = SlowReading(
            url: server.url + package.file, token: ada.token, sign: "\(files.path)/sign", patience: 3)
        async let slow: Int = reading.run()
        try await reading.begin()
        try await server.store.removeGrant(grant.id, by: RunningServer.who)
        let isKnown = try await comesTrue {
            try await server.curl(bob.header + ["-H", "Range: bytes=0-0"], package.file).status == 404
        }
        #expect(isKnown)
        try reading.noteEnd()
        #expect(try await slow > package.bytes.count)
    }

    @Test("A download that its client does not read is ended, takes little memory and delays nobody")
    func endsStill() async throws {
        self.server.kill()
        let server = try await RunningServer(options: ["--transfer-seconds", "3"], dataIn: self.server.folder)
        // What every server needs once does not count.
        _ = try await server.curl(ada.header, package.file)
        let before = try server.residentMemory()
        let program = """
            import select, socket, time, urllib.parse
            url = urllib.parse.urlsplit(given["url"])
            def open_one():
                connection = socket.socket()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.connect((url.hostname, url.port))
                connection.sendall(f"GET {url.path} HTTP/1.1\\r\\nHost: x\\r\\nAuthorization: Bearer {given['token']}\\r\\n\\r\\n".encode())
                return connection
            connections = [open_one() for _ in range(60)]
            print(connections[0].recv(12), file=sys.stderr)
            time.sleep(2)
            with open(given["file"], "w") as file: file.write("x")
            poll = select.poll()
            # Without a mask, only a connection that was reset is reported.
            for connection in connections: poll.register(connection, 0)
            for _ in range(3000):
                answer = len(poll.poll(0))
                if answer == len(connections): break
                time.sleep(0.1)
            """
        struct Given: Encodable {
            let url: String
            let token: String
            let file: String
        }
        let sign = "\(files.path)/sign"
        async let ended: Int = Python.run(
            program, given: Given(url: server.url + package.file, token: ada.token, file: sign))
        while !FileManager.default.fileExists(atPath: sign) { try await Task.sleep(for: .milliseconds(100)) }
        let growth = try server.residentMemory() - before
        #expect(growth < 90 << 20, "60 still downloads took \(growth >> 20) MiB")
        // A client that a busy machine stops for three seconds is cut, too, and asks again.
        #expect(try await comesTrue { try await server.curl(ada.header, package.file).body == package.bytes })
        #expect(try await ended == 60)
    }

    @Test("Downloading takes the same memory for files of any size")
    func isConstant() async throws {
        _ = try await server.curl(ada.header, package.file)
        let before = try server.residentMemory()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let answer = try await server.curl(ada.header, package.file)
                    #expect(answer.body.count == package.bytes.count)
                }
            }
            try await group.waitForAll()
        }
        let growth = try server.residentMemory() - before
        #expect(growth < 32 << 20, "8 downloads of 24 MiB took \(growth >> 20) MiB")
    }

    @Test("An icon is sent as a sandboxed image, and only to users with access")
    func sendsIcon() async throws {
        let release = try #require(try await server.store.releases().first)
        let path = "/v1/packages/org.example.rooms/icons/\(release.contents.icon.digest)"
        let answer = try await server.curl(ada.header, path)
        #expect(answer.status == 200 && answer.headers["content-type"] == release.contents.icon.format.rawValue)
        #expect(BlobDigest(sha256Of: Array(answer.body)) == release.contents.icon.digest)
        #expect(answer.headers["content-security-policy"]?.contains("sandbox") == true)
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        let eve = try await server.addUser("eve")
        #expect(try await server.curl(eve.header, path).status == 404)
        #expect(
            try await server.curl(
                ada.header, path.replacing("\(release.contents.icon.digest)", with: "\(package.hash)")
            ).status == 404)
    }
}
