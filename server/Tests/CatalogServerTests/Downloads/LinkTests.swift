import Accounts
import AppCatalog
import AppGroup
import Foundation
import PackageCorpus
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Links without login", .timeLimit(.minutes(20)))
struct LinkTests {
    private let files: TemporaryFolder
    private let server: RunningServer
    private let ada: RunningServer.Account
    private let bob: RunningServer.Account
    private let package: SamplePackage

    init() async throws {
        files = try TemporaryFolder()
        server = try await RunningServer()
        ada = try await server.addUser("ada", role: .publisher)
        bob = try await server.addUser("bob")
        package = try SamplePackage(payload: 1 << 20, in: files)
        try await server.publish(package, as: ada)
        try await server.grant("org.example.rooms", to: ada)
    }

    private func links(of account: RunningServer.Account, _ more: [String] = []) async throws -> DownloadLinks {
        let answer = try await server.curl(account.header + more + ["-d", ""], package.links)
        try #require(answer.status == 201, "\(answer)")
        return try JSONDecoder().decode(DownloadLinks.self, from: answer.body)
    }

    @Test("A link leads to its file as often as it is used")
    func isUsed() async throws {
        let links = try await links(of: ada)
        #expect(links.file.hasPrefix("\(server.url)/v1/links/") && links.manifest == nil)
        for _ in 0..<2 {
            let whole = try await server.curl([], links.file)
            #expect(whole.status == 200 && whole.body == package.bytes)
        }
        let part = try await server.curl(["-H", "Range: bytes=-5"], links.file)
        #expect(part.status == 206 && part.body == package.bytes.suffix(5))
        #expect(try await server.curl(["-I"], links.file).headers["content-length"] == "\(package.bytes.count)")
        #expect(try await server.curl([], links.file.replacing("/file", with: "/manifest.plist")).status == 404)
        #expect(try await server.curl([], links.file.replacing("/file", with: "/icon.png")).status == 404)
    }

    @Test("A link never appears in the log, however the path is spelled")
    func isUnlogged() async throws {
        let file = try await links(of: ada).file
        let signed = try #require(file.firstMatch(of: #//v1/links/([^/]+)/file$/#)?.output.1)
        let served = ["/v1/links/SIGNED/file", "//v1/links/SIGNED/file", "/v1//links///SIGNED/file/"]
        let unknown = [
            "/v1/links/SIGNED", "/v1/links/SIGNED/other", "/v1/links/file/SIGNED", "//v1//LINKS//SIGNED/file",
            "/v1/link%73/SIGNED/file", "/v1%2Flinks%2FSIGNED/file", "/links/SIGNED/file",
        ]
        for (paths, status) in [(served, 200), (unknown, 404)] {
            for path in paths {
                let answer = try await server.curl(["--path-as-is"], path.replacing("SIGNED", with: signed))
                #expect(answer.status == status, "\(path)")
            }
        }
        #expect(try await server.curl(["-X", "PUT"], file).status == 405)
        let requests = served.count + unknown.count + 1
        #expect(
            await comesTrue { server.log.split(separator: "\n").count { $0.contains("/…") } == requests },
            "\(server.log)")
        #expect(!server.log.contains(signed))
    }

    @Test("A link that was edited, has expired or belongs to another server is not found")
    func isForged() async throws {
        let genuine = try await links(of: ada).file
        var text = Array(genuine.utf8)
        let place = text.count - 20
        text[place] = text[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let release = try #require(try await server.store.releases().first)
        let now = RunningServer.who.moment
        let (mine, foreign) = (
            try LinkMaker(key: server.store.signingKey), try LinkMaker(key: [UInt8](repeating: 1, count: 32))
        )
        let link = mine.link(to: release, for: ada.user.id, at: now)
        #expect(try await server.curl([], mine.url(of: link, below: server.url)).status == 200)
        let old = mine.link(
            to: release, for: ada.user.id, at: Timestamp(milliseconds: now.milliseconds - LinkMaker.lifetime * 1000))
        let bobs = mine.link(to: release, for: bob.user.id, at: now)
        let nobodys = mine.link(to: release, for: User.ID(rawValue: 999), at: now)
        let dead = [
            String(decoding: text, as: UTF8.self), foreign.url(of: link, below: server.url),
            mine.url(of: old, below: server.url), mine.url(of: bobs, below: server.url),
            mine.url(of: nobodys, below: server.url), "\(server.url)/v1/links/x/file",
            "\(server.url)/v1/links/%00/file",
        ]
        for url in dead {
            let answer = try await server.curl([], url)
            #expect(answer.status == 404 && answer.message == ServiceError.notFound.description, "\(url) \(answer)")
        }
    }

    @Test(
        "A link stops working when its user loses access, but not when a session ends",
        arguments: DownloadTests.End.allCases)
    func dies(_ end: DownloadTests.End) async throws {
        let grant = try await server.grant("org.example.rooms", to: bob)
        let link = try await links(of: bob).file
        #expect(try await server.curl([], link).status == 200)
        try await end.take(bob, grant.id, server.store)
        if end == .session {
            // A link needs no session: it still works after the server has noticed that the session ended.
            #expect(try await comesTrue { try await server.curl(bob.header, "/v1/catalog").status == 401 })
            #expect(try await server.curl([], link).status == 200)
        } else {
            #expect(try await comesTrue { try await server.curl([], link).status == 404 })
        }
        if end == .user {
            // A grant to everyone does not include disabled users.
            _ = try await server.store.addGrant(of: .everything, to: .everyone, channel: .beta, by: RunningServer.who)
            let eve = try await server.addUser("eve")
            let isKnown = try await comesTrue {
                try await server.curl(eve.header, "/v1/catalog").text.contains("org.example.rooms")
            }
            #expect(isKnown)
            #expect(try await server.curl([], link).status == 404)
        }
    }

    @Test(
        "A link leads to this server, whatever the headers of the request say",
        arguments: [
            ["-H", "X-Forwarded-Host: evil.example"], ["-H", "X-Forwarded-Proto: https"],
            ["-H", "Forwarded: host=evil.example"],
            ["-H", "Host: evil.example/x"], ["-H", "Host: a b"], ["-H", "Host: user@evil.example"],
            ["-H", "Host: evil.example:x"],
        ])
    func ignoresHeaders(headers: [String]) async throws {
        let answer = try await server.curl(ada.header + headers + ["-d", ""], package.links)
        // A header that is not a host is either refused or ignored.
        if answer.status == 400 { return }
        let links = try JSONDecoder().decode(DownloadLinks.self, from: answer.body)
        #expect(!links.file.contains("evil") && links.file.hasPrefix("http://"), "\(links.file)")
    }

    @Test("A link to a manifest leads to everything that iOS needs to install the app")
    func leadsToManifest() async throws {
        let title = "&lt;key&gt;url&lt;/key&gt; &amp; \"Räume\""
        let app = try SamplePackage(
            "2", id: "org.example.phone", name: title, executable: Self.iPhoneProgram, in: files)
        try await server.publish(app, as: ada)
        try await server.grant("org.example.phone", to: ada)
        let answer = try await server.curl(
            ada.header + ["-d", ""], "/v1/packages/org.example.phone/releases/\(app.hash)/links")
        let links = try JSONDecoder().decode(DownloadLinks.self, from: answer.body)
        let manifest = try await server.curl([], try #require(links.manifest))
        #expect(manifest.status == 200 && manifest.headers["content-type"] == "text/xml; charset=utf-8")
        let list = try #require(
            try PropertyListSerialization.propertyList(from: manifest.body, format: nil) as? [String: [[String: Any]]])
        let item = try #require(list["items"]?.first)
        let assets = try #require(item["assets"] as? [[String: Any]])
        let url = try #require(assets.first?["url"] as? String)
        #expect(try await server.curl([], url).body == app.bytes)
        #expect(assets.first?["sha256s"] as? [String] == ["\(app.hash)"])
        #expect((item["metadata"] as? [String: String])?["title"] == "<key>url</key> & \"Räume\"")
        try await server.store.setDisabled(true, ada.user.name, by: RunningServer.who)
        let manifestLink = try #require(links.manifest)
        #expect(try await comesTrue { try await server.curl([], manifestLink).status == 404 })
        #expect(try await server.curl([], url).status == 404)
    }

    /// The header of a Mach-O file for iOS on arm64 (Apple, mach-o/loader.h), and the load command that names the platform.
    private static var iPhoneProgram: [UInt8] {
        let words: [UInt32] = [0xFEED_FACF, 0x0100_000C, 0, 2, 1, 24, 0, 0, 0x32, 24, 2, 0x0F_0000, 0x10_0000, 0]
        return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }
}
