import AppCatalog
import AppGroup
import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

/// Two processes of the built server on one PostgreSQL database and one store of packages, as on two machines: each has a folder of
/// its own for everything else.
@Suite("Two servers of one catalog", .serialized, .timeLimit(.minutes(20)))
struct SeveralServersTests {
    private let files: TemporaryFolder
    private let one: RunningServer
    private let other: RunningServer
    private let database: String
    private let ada: RunningServer.Account

    init() async throws {
        files = try TemporaryFolder()
        database = try await StoreKind.postgres15.url()
        // On a busy machine, even a good client may pause for long, and must not be cut.
        let options = ["--database", database, "--blobs", "\(files.path)/blobs", "--transfer-seconds", "600"]
        one = try await RunningServer(options: options, database: database)
        other = try await RunningServer(options: options, database: database)
        ada = try await one.addUser("ada", role: .administrator)
    }

    private func blobs() throws -> Set<String> {
        Set(try files.files().keys.filter { $0.hasPrefix("blobs/") && $0 != "blobs/catalog-owner" })
    }

    @Test func `A grant that is taken away on one server ends a download on the other`() async throws {
        let package = try SamplePackage(payload: 24 << 20, in: files)
        try await one.publish(package, as: ada)
        let bob = try await one.addUser("bob")
        let grant = try await other.grant("org.example.rooms", to: bob)
        let links = try await one.curl(bob.header + ["-d", ""], package.links)
        let link = try JSONDecoder().decode(DownloadLinks.self, from: links.body).file
        let path = try #require(link.firstRange(of: "/v1/links/")).lowerBound
        let byLink = other.url + link[path...]
        #expect(try await other.curl(["-I"], byLink).status == 200)
        let readings = [(other.url + package.file, bob.token as String?), (byLink, nil)].enumerated().map {
            SlowReading(url: $1.0, token: $1.1, sign: "\(files.path)/sign\($0)", patience: 60)
        }
        async let first = readings[0].run()
        async let second = readings[1].run()
        for reading in readings { try await reading.begin() }
        let removed = try await one.curl(ada.header + ["-X", "DELETE"], "/v1/admin/grants/\(grant.id.rawValue)")
        #expect(removed.status == 204, "\(removed)")
        #expect(try await comesTrue { try await other.curl(bob.header + ["-I"], package.file).status == 404 })
        for reading in readings { try reading.noteEnd() }
        for count in try await [first, second] { #expect(count < package.bytes.count) }
        #expect(try await other.curl(["-I"], byLink).status == 404)
    }

    @Test func `A file that was published on another server is no longer an upload`() async throws {
        let package = try SamplePackage(in: files)
        #expect(try await one.upload(package, as: ada).status == 201)
        #expect(try await other.release(package, as: ada).status == 201)
        for server in [one, other, one] {
            #expect(try await server.curl(ada.header + ["-I"], "/v1/uploads/\(package.hash)").status == 404)
        }
    }

    @Test func `A session that begins on one server is known to the other, and ends on both`() async throws {
        _ = try await one.addUser("bob")
        let body = try JSONEncoder().encode(LoginRequest(user: "bob", password: "secret of bob", client: nil))
        let login = try await one.curl(["-d", String(decoding: body, as: UTF8.self)], "/v1/login")
        let token = try JSONDecoder().decode(LoginAnswer.self, from: login.body).token
        let header = ["-H", "Authorization: Bearer \(token)"]
        for server in [other, one] { #expect(try await server.curl(header, "/v1/catalog").status == 200) }
        #expect(try await one.curl(header + ["-X", "POST"], "/v1/logout").status == 204)
        #expect(try await one.curl(header, "/v1/catalog").status == 401)
        #expect(try await comesTrue { try await other.curl(header, "/v1/catalog").status == 401 })
    }

    @Test func `Wrong passwords on both servers count together`() async throws {
        let start = ContinuousClock.now
        _ = try await one.addUser("bob")
        func attempt(_ server: RunningServer, _ password: String) async throws -> CurlAnswer {
            let body = try JSONEncoder().encode(LoginRequest(user: "bob", password: password, client: nil))
            return try await server.curl(["-d", String(decoding: body, as: UTF8.self)], "/v1/login")
        }
        var statuses: [Int: Int] = [:]
        for number in 0..<30 {
            let answer = try await attempt(number.isMultiple(of: 2) ? one : other, "wrong \(number)")
            statuses[answer.status, default: 0] += 1
            if answer.status == 429 { #expect(answer.headers["retry-after"] != nil, "\(answer)") }
        }
        // One more attempt is allowed every 30 s.
        let further = Int((ContinuousClock.now - start).components.seconds) / 30 + 1
        let refused = statuses[429] ?? 0
        #expect((20 - further...20).contains(refused) && statuses[401] == 30 - refused, "\(statuses)")
    }

    @Test func `A complete file can be published on the server that has not received it`() async throws {
        let package = try SamplePackage(payload: 3 << 20, in: files)
        try #require(try await one.upload(package, as: ada).status == 201)
        let state = try await other.curl(ada.header + ["-I"], "/v1/uploads/\(package.hash)")
        #expect(state.status == 200 && state.headers["upload-offset"] == "\(package.bytes.count)")
        #expect(try await other.upload(package, as: ada).status == 201)
        let bob = try await one.addUser("bob", role: .publisher)
        #expect(try await other.curl(bob.header + ["-I"], "/v1/uploads/\(package.hash)").status == 404)
        #expect(try await other.release(package, as: bob).status == 404)
        let release = try await other.release(package, as: ada)
        #expect(release.status == 201, "\(release)")
        try await one.grant("org.example.rooms", to: ada)
        #expect(try await one.curl(ada.header, package.file).body == package.bytes)
        #expect(try await comesTrue { try await other.curl(ada.header, package.file).body == package.bytes })
        #expect(try await other.curl(ada.header + ["-I"], "/v1/uploads/\(package.hash)").status == 404)
        #expect(try await one.store.auditEntries(limit: 9, before: nil).contains { $0.action == "publish" })
    }

    @Test func `A refused file leaves nothing behind in the store that both servers share`() async throws {
        let kept = try SamplePackage(in: files)
        try await one.publish(kept, as: ada)
        let before = try blobs()
        let garbage = try SamplePackage(Array("no zip".utf8), name: "x.ipa", in: files)
        try #require(try await one.upload(garbage, as: ada).status == 201)
        #expect(try blobs().count == before.count + 1)
        let answer = try await other.release(garbage, as: ada)
        #expect(answer.status == 422 && answer.code == "refusedPackage", "\(answer)")
        #expect(try blobs() == before)
        #expect(try await other.release(garbage, as: ada).status == 404)
    }

    @Test func `A part that reaches the other server is answered so that the client begins that file again`()
        async throws
    {
        let package = try SamplePackage(payload: 1 << 20, in: files)
        let path = "/v1/uploads/\(package.hash)"
        func part(_ range: Range<Int>) throws -> [String] {
            let file = try files.write("part", Array(package.bytes[range]))
            let count = package.bytes.count
            return ada.header + [
                "-T", file, "-H", "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)",
            ]
        }
        #expect(try await one.curl(part(0..<1000), path).status == 202)
        #expect(try await other.curl(ada.header + ["-I"], path).status == 404)
        let wrong = try await other.curl(part(1000..<package.bytes.count), path)
        #expect(wrong.status == 409 && wrong.headers["upload-offset"] == "0" && wrong.headers["retry-after"] == nil)
        #expect(try await other.upload(package, as: ada).status == 201)
        let state = try await one.curl(ada.header + ["-I"], path)
        #expect(state.status == 200 && state.headers["upload-offset"] == "\(package.bytes.count)", "\(state)")
        #expect(try await one.release(package, as: ada).status == 201)
    }

    @Test func `The limit on files that are not published holds for both servers together`() async throws {
        for number in 0..<16 {
            let package = try SamplePackage(Array("\(number)".utf8), name: "\(number)", in: files)
            #expect(try await (number.isMultiple(of: 2) ? one : other).upload(package, as: ada).status == 201)
        }
        let further = try SamplePackage(in: files)
        for server in [one, other] {
            #expect(try await server.upload(further, as: ada).code == "tooManyUploads")
        }
    }

    @Test func `In 30 rounds, a version that is published on both servers at once becomes one release`() async throws {
        let bob = try await one.addUser("bob", role: .publisher)
        for round in 0..<30 {
            let isSame = round.isMultiple(of: 2)
            let packages = try [0, isSame ? 0 : 1].map { try SamplePackage("1.\(round)", payload: 100 + $0, in: files) }
            async let first = publish(packages[0], at: one, as: ada)
            async let second = publish(packages[1], at: other, as: bob)
            let answers = try await [first, second].sorted { $0.status < $1.status }
            #expect(answers.map(\.status) == (isSame ? [200, 201] : [201, 409]), "round \(round): \(answers)")
        }
        let releases = try await one.store.releases()
        #expect(releases.count == 30)
        for release in releases {
            let name = "\(release.contents.digest)"
            #expect(FileManager.default.fileExists(atPath: "\(files.path)/blobs/\(name.prefix(2))/\(name)"))
        }
    }

    private func publish(
        _ package: SamplePackage, at server: RunningServer, as account: RunningServer.Account
    ) async throws -> CurlAnswer {
        let upload = try await server.upload(package, as: account)
        try #require(upload.status == 201, "\(upload)")
        return try await server.release(package, as: account)
    }
}
