import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

@testable import LauncherStore

@Suite("Catalogs")
struct CatalogTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    func catalog(_ words: String...) throws -> [String: Any] {
        let answer = try Finished.run(
            [Sandbox.program, "catalog", "--format", "json"] + words, environment: testServer.sandbox.environment)
        #expect(answer.status == 0, "\(answer.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
        let catalogs = try #require(document?["catalogs"] as? [[String: Any]])
        return try #require(catalogs.first)
    }

    @Test("A catalog is listed with its installed apps in every format")
    func lists() throws {
        let releases = try testServer.open(["1.0", "1.10", "1.9"])
        var package = try #require((try catalog()["packages"] as? [[String: Any]])?.first)
        #expect(package["state"] as? String == "available" && package["newest"] as? String == releases[1].sha256)
        #expect(try testServer.store("install", "rooms", "--to", "1.9").status == 0)
        package = try #require((try catalog("rooms")["packages"] as? [[String: Any]])?.first)
        #expect(package["state"] as? String == "update" && package["installedVersion"] as? String == "1.9")
        let versions = (package["releases"] as? [[String: Any]])?.map { $0["version"] as? String }
        #expect(versions == ["1.10", "1.9", "1.0"])
        let table = try testServer.store("catalog").output
        #expect(table.contains("1.10") && table.contains("update"))
        let lines = try testServer.store("catalog", "--format", "tsv").output.split(separator: "\n")
        #expect(
            lines.count == 3
                && Set(lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count }) == [16])
        #expect(try testServer.store("catalog", "zebra").status == 66)
    }

    @Test("With names, the table of a catalog has a line for each release")
    func listsReleases() throws {
        var (releases, files) = try testServer.makeReleases(["1.0", "2.0", "3.0"])
        releases[2].platform = CatalogPlatform(operatingSystem: "iOS", architectures: ["arm64"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        let refused = try testServer.store("install", "rooms", "--to", "7").errors
        #expect(refused.hasSuffix("launcher catalog org.example.rooms\n"), "\(refused)")
        let rows = try testServer.store("catalog", "org.example.rooms").output.split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
        #expect(rows.map { $0[1] } == ["RELEASE", "3.0", "2.0", "1.0"], "\(rows)")
        #expect(rows.dropFirst().map { $0[3] } == ["not", "update", "installed"], "\(rows)")
        #expect(try testServer.store("catalog").output.split(separator: "\n").count == 2)
    }

    @Test("A version names its own release, even if a newer one has a build that reads the same")
    func versionBeforeBuild() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        let newer = releases[1]
        let built = CatalogRelease(
            version: newer.version, build: "1.0", channel: newer.channel, platform: newer.platform, minimumSystem: nil,
            size: newer.size, unpackedSize: newer.unpackedSize, sha256: newer.sha256, notes: newer.notes,
            published: newer.published, path: newer.path)
        try testServer.server.script(
            try testServer.answers([testServer.package([releases[0], built])], files: files))
        try testServer.logIn()
        let install = try testServer.store("install", "rooms", "--to", "1.0")
        #expect(install.status == 0, "\(install.errors)")
        #expect(try testServer.rooms?.version == "1.0")
    }

    @Test("A catalog is transferred only after a change, and compressed")
    func conditional() throws {
        try testServer.open()
        try testServer.server.script(["GET /v1/catalog": [["status": 304]]])
        #expect(try catalog()["packages"] is [[String: Any]])
        let request = try #require(testServer.server.requests("GET", "/v1/catalog").last)
        #expect(request.headers["if-none-match"] == "\"one\"" && request.headers["accept-encoding"] == "gzip")
        var script = try testServer.answers([])
        script["GET /v1/catalog"]?[0]["gzip"] = true
        try testServer.server.script(script)
        #expect((try catalog()["packages"] as? [Any])?.isEmpty == true)
        #expect(try testServer.sandbox.registry.offers().isEmpty)
    }

    @Test("The last known catalog is shown with its age if the server is away")
    func offline() throws {
        try testServer.open()
        testServer.server.stop()
        let answer = try testServer.store("catalog")
        #expect(answer.status == 0 && answer.output.contains("Rooms"))
        #expect(
            answer.errors.contains("cannot be reached")
                && answer.errors.contains("This is its catalog, last read just now."), "\(answer.errors)")
        #expect(try testServer.store("update", "--check").status == 0)
        let install = try testServer.store("install", "rooms")
        #expect(install.status == 69 && install.errors.contains("cannot be reached"))
    }

    @Test("If the server has been away for more than a month, the date of its last known catalog is named")
    func offlineForLong() throws {
        try testServer.open()
        testServer.server.stop()
        let folders = try ClientFolders(ProcessEnvironment(testServer.sandbox.environment))
        let account = try #require(try LoginFiles(folder: folders.configuration).all().first)
        let cache = CatalogCache(folder: folders.cache)
        var entry = try #require(cache.entry(for: account))
        entry.asked = 31_579_200_000
        cache.save(entry, for: account)
        let answer = try testServer.store("catalog", environment: ["TZ": "UTC"])
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(answer.errors.contains("This is its catalog, last read on 1971-01-01."), "\(answer.errors)")
    }

    @Test("A list comes even if the registry cannot be written", arguments: [["catalog"], ["update", "--check"]])
    func unwritable(words: [String]) throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        let other = try testServer.logInElsewhere(try testServer.answers([]))
        defer { other.stop() }
        #expect(try testServer.store("install", "rooms").status == 0)
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        let sandbox = testServer.sandbox
        #expect(try Finished.run(["/bin/chmod", "-R", "a-w", sandbox.container], environment: [:]).status == 0)
        let answer = try sandbox.asPlainUser(words)
        #expect(answer.status == 77 && answer.output.contains("2.0"), "\(answer)")
        #expect(answer.errors.contains("cannot be written") && !answer.errors.contains("left out"), "\(answer.errors)")
    }

    @Test("The catalog of an ended login is not shown from the cache")
    func ended() throws {
        try testServer.open()
        try testServer.server.script([
            "GET /v1/catalog": [["status": 401, "text": #"{"error":{"code":"unauthorized","message":"x"}}"#]]
        ])
        let answer = try testServer.store("catalog")
        #expect(
            answer.status == 77 && answer.errors.contains("launcher login \(testServer.server.address)")
                && answer.output.isEmpty)
    }

    @Test("The catalog of one server is shown even if another server is away")
    func oneAway() throws {
        try testServer.open()
        let other = try ScriptedServer(try testServer.answers([]))
        #expect(
            try testServer.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n").status == 0)
        try other.script(["GET /v1/catalog": [["status": 401]]])
        let answer = try testServer.store("catalog")
        #expect(answer.status == 77 && answer.output.contains("Rooms") && answer.errors.contains("is left out"))
        let unknown = try testServer.store("catalog", "zebra")
        #expect(unknown.status == 77 && !unknown.errors.contains("no app “zebra”"), "\(unknown.errors)")
    }

    static var badAnswers: [(String, ScriptedServer.Answer, Int32)] {
        [
            ("deep JSON", ["text": "[", "repeat": 2_000_000], 76),
            ("deep JSON in a catalog", ["text": #"{"version":1,"group":"#, "repeat": 100_000], 76),
            ("huge JSON", ["text": String(repeating: " ", count: 1 << 16), "repeat": 700], 76),
            ("a bomb", ["text": String(repeating: " ", count: 1 << 20), "repeat": 64, "gzip": true], 76),
            ("no JSON", ["text": "<html>"], 76), ("an empty answer", ["text": ""], 76), ("null", ["text": "null"], 76),
            ("wrong types", ["text": #"{"version":"1","group":7,"packages":{}}"#], 76),
            ("a later version", ["text": #"{"version":2,"group":"org.example.registry","packages":[]}"#], 76),
            ("another group", ["text": #"{"version":1,"group":"org.example.other","packages":[]}"#], 76),
            ("no text in UTF-8", ["hex": "7b2276657273696f6e223aff7d"], 76),
            ("304 to no question", ["status": 304], 76), ("another status", ["status": 206, "text": "{}"], 76),
            ("no HTTP", ["raw": "SSH-2.0-OpenSSH_9.2\r\n"], 76),
            ("a header without end", ["raw": "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 1 << 20)], 76),
            ("a redirection in a circle", ["status": 302, "headers": ["Location": "/v1/catalog"]], 76),
            ("a redirection to a file", ["status": 302, "headers": ["Location": "file:///etc/passwd"]], 76),
        ]
    }

    @Test(
        "A hostile catalog is refused with little memory, and nothing is offered", arguments: badAnswers.indices)
    func hostile(index: Int) throws {
        let (what, answer, status) = Self.badAnswers[index]
        try testServer.server.script(try testServer.answers([]))
        try testServer.logIn()
        _ = try Finished.run(["/bin/rm", "-r", "\(testServer.sandbox.folder)/home/.cache"], environment: [:])
        try testServer.server.script(["GET /v1/catalog": [answer]])
        let measured = try Measured.run([[Sandbox.program, "catalog"]], environment: testServer.sandbox.environment)[0]
        #expect(measured.status == status, "\(what): \(measured.errors)")
        #expect(
            measured.errors.split(separator: "\n").count == 1 && measured.output.isEmpty, "\(what): \(measured.errors)")
        #expect(measured.peakMemory < 256 << 20, "\(what)")
        #expect(measured.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 }, "\(what)")
        #expect(try testServer.sandbox.registry.offers().isEmpty)
    }

    @Test("Malformed packages of a catalog are left out, and the rest is shown safely")
    func partlyBad() throws {
        let (releases, files) = try testServer.makeReleases(["1.0"])
        var bad: [CatalogPackage] = []
        for (id, name) in [
            ("../../etc", "A"), ("org.example.esc", "A\u{1B}[2J"), ("org.example.rtl", "A\u{202E}"),
            ("org.example.empty", " "), ("x", "X"),
        ] {
            bad.append(testServer.package(releases, id: id, name: name))
        }
        for (index, change)
            in ([
                { $0.path = "https://evil.example/x" }, { $0.path = "//evil.example/x" }, { $0.path = "/a/../../b" },
                { $0.path = "/a?x=y" },
                { $0.sha256 = "../../../etc/passwd" }, { $0.sha256 = $0.sha256.uppercased() }, { $0.size = .max },
                { $0.size = 0 },
                { $0.unpackedSize = .max }, { $0.version = "1\u{1B}[0m" }, { $0.published = "now" },
                { $0.notes = String(repeating: "x", count: 70_000) },
            ] as [(inout CatalogRelease) -> Void]).enumerated()
        {
            var release = releases[0]
            change(&release)
            bad.append(testServer.package([release], id: "org.example.bad\(index)", name: "Bad \(index)"))
        }
        bad.append(testServer.package([], id: "org.example.none", name: "None"))
        let twice = testServer.package(releases, name: "Trap")
        try testServer.server.script(
            try testServer.answers([testServer.package(releases)] + bad + [twice], files: files))
        try testServer.logIn()
        let answer = try testServer.store("catalog", "--format", "tsv")
        #expect(answer.status == 0 && answer.errors.contains("\(bad.count + 1) packages"), "\(answer.errors)")
        #expect(
            answer.output.split(separator: "\n").count == 1 && answer.output.hasPrefix("org.example.rooms\tRooms\t"))
    }

    @Test("A release in a channel that this client does not know is left out, and the rest of the catalog is shown")
    func unknownChannel() throws {
        let files = try ["1.0", "2.0"].map { try testServer.sandbox.makePackage(version: $0) }
        let releases = [
            try testServer.release(files[0], version: "1.0"),
            try testServer.release(files[1], version: "2.0", channel: .beta),
        ]
        var script = try testServer.answers([testServer.package(releases)], files: ["1.0": files[0]])
        let whole = try #require(script["GET /v1/catalog"]?[0]["text"] as? String)
        let text = whole.replacing("\"beta\"", with: "\"nightly\"")
            .replacing("\"packages\":[", with: #""packages":[null,{"id":3},"#)
        script["GET /v1/catalog"]?[0]["text"] = text
        try testServer.server.script(script)
        try testServer.logIn()
        let answer = try testServer.store("catalog", "--format", "tsv")
        #expect(answer.status == 0 && answer.errors.contains("2 packages and 1 release of"), "\(answer.errors)")
        #expect(
            answer.output.split(separator: "\n").count == 1 && answer.output.contains("\t1.0\t"), "\(answer.output)")
        // A newer client may read the rest, so that the state of this catalog is not kept.
        let requests = testServer.server.requests("GET", "/v1/catalog")
        #expect(requests.count > 1 && requests.last?.headers["if-none-match"] == nil)
        #expect(try testServer.store("install", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "1.0")
    }

    @Test(
        "An installed app with releases that this client cannot read is neither lost nor up to date",
        arguments: ["all", "newest", "installed"])
    func unreadableReleases(which: String) throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        let first = which == "installed" ? releases[1] : releases[0]
        try testServer.server.script(try testServer.answers([testServer.package([first])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        var script = try testServer.answers([testServer.package(releases)], files: files)
        let whole = try #require(script["GET /v1/catalog"]?[0]["text"] as? String)
        let (channel, newer) = (#""channel":"stable""#, #""channel":"nightly""#)
        let parts = whole.components(separatedBy: channel)
        try #require(parts.count == 3)
        let text =
            which == "all"
            ? parts.joined(separator: newer) : parts[0] + channel + parts[1] + newer + parts[2]
        script["GET /v1/catalog"]?[0]["text"] = text
        try testServer.server.script(script)
        let update = try testServer.store("update")
        let sentence = which == "all" ? "1 package of" : "1 release of"
        #expect(update.status == 0 && update.errors.contains(sentence), "\(update)")
        #expect(!update.errors.contains("no longer offered") && !update.errors.contains("up to date"), "\(update)")
        #expect(try testServer.rooms?.version == first.version.map { try AppVersion($0) })
        testServer.server.stop()
        let known = try testServer.store("catalog")
        #expect(known.errors.contains("This is its catalog, last read"), "\(known)")
        #expect(!(known.output + known.errors).contains("no longer offered"), "\(known)")
    }

    @Test("A package is not lost if only its identifier can be read")
    func unreadablePackage() throws {
        try testServer.open()
        #expect(try testServer.store("install", "rooms").status == 0)
        try testServer.server.script([
            "GET /v1/catalog": [
                ["text": #"{"version":1,"group":"org.example.registry","packages":[{"id":"org.example.rooms"}]}"#]
            ]
        ])
        let update = try testServer.store("update")
        #expect(update.errors.contains("1 package of") && !update.errors.contains("no longer offered"), "\(update)")
        testServer.server.stop()
        let known = try testServer.store("catalog")
        #expect(known.errors.contains("This is its catalog, last read"), "\(known)")
        #expect(!known.errors.contains("no longer offered"), "\(known)")
    }

    @Test("Of a catalog that is too large, the last known one is listed, and the sentence names the limit")
    func tooLarge() throws {
        try testServer.open()
        try testServer.server.script([
            "GET /v1/catalog": [["text": String(repeating: " ", count: 1 << 16), "repeat": 600]]
        ])
        let listed = try testServer.store("catalog")
        #expect(listed.status == 0 && listed.output.contains("Rooms"), "\(listed)")
        let sentence =
            "has more than the 32 MiB that launcher-store reads; tell its administrator to remove old releases."
        #expect(
            listed.errors.contains(sentence) && listed.errors.contains("This is its catalog, last read"), "\(listed)")
        let update = try testServer.store("update")
        #expect(update.status == 76 && update.errors.contains(sentence), "\(update)")
    }

    @Test("A word that fits thousands of apps lists ten of them")
    func common() throws {
        let (releases, _) = try testServer.makeReleases(["1.0"])
        let packages = (0..<3_000).map {
            testServer.package(releases, id: "org.example.tool\($0)", name: "Tool \($0)")
        }
        try testServer.server.script(try testServer.answers(packages))
        try testServer.logIn()
        let install = try testServer.store("install", "tool")
        #expect(
            install.status == 65 && install.errors.contains("or one of 2990 others. Be more specific."), "\(install)")
        #expect(install.errors.count < 1_500)
    }

    @Test("A catalog of nothing but other things is refused before each of them has been tried")
    func otherThings() {
        let text = #"{"version":1,"group":"a.b","packages":["# + String(repeating: "1,", count: 200_000) + "1]}"
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Catalog.self, from: Data(text.utf8)) }
    }

    @Test("Notes and the server's words are shown without control characters")
    func harmless() throws {
        var (releases, files) = try testServer.makeReleases(["1.0"])
        releases[0].notes = "one\u{1B}]0;two\u{7}\r\n\u{202E}three"
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.logIn()
        for format in ["table", "json", "tsv"] {
            let output = try testServer.store("catalog", "--format", format).output
            #expect(
                output.unicodeScalars.allSatisfy {
                    "\n\t".unicodeScalars.contains($0) || $0.value >= 0x20 && $0 != "\u{202E}"
                })
        }
        try testServer.server.script([
            "GET /v1/catalog": [
                ["status": 403, "text": #"{"error":{"code":"x","message":"No\u001b[31m way\r\nlauncher: done"}}"#]
            ]
        ])
        let answer = try testServer.store("catalog")
        #expect(
            answer.status == 77 && answer.errors.split(separator: "\n").count == 1 && !answer.errors.contains("\u{1B}"))
    }

    @Test("An app that runs elsewhere is marked as not for here")
    func unfit() throws {
        var (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        releases[1].platform = CatalogPlatform(operatingSystem: "iOS", architectures: ["arm64"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.logIn()
        #expect(try testServer.sandbox.registry.offers().first?.version == "1.0")
        releases[0].platform = CatalogPlatform(operatingSystem: "an unheard-of\nsystem", architectures: [])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        let install = try testServer.store("install", "rooms")
        #expect(install.status == 69 && install.errors.contains("iOS"), "\(install.errors)")
        #expect(try testServer.store("catalog").output.contains("not for here"))
        #expect(try testServer.sandbox.registry.offers().isEmpty)
    }
}
