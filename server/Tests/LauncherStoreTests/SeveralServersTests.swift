import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

@testable import LauncherStore

@Suite("Several servers")
struct SeveralServersTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    @Test("An app that two servers have is updated by the one it came from")
    func ownServer() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        let other = try testServer.logInElsewhere(try testServer.answers([testServer.package(releases)], files: files))
        #expect(try testServer.store("update").errors.contains("up to date"))
        #expect(try testServer.rooms?.record.availableVersion == nil)
        #expect(try testServer.store("update", "rooms").errors.contains("up to date"))
        #expect(try testServer.store("remove", "rooms").status == 0)
        let ambiguous = try testServer.store("install", "rooms")
        #expect(ambiguous.status == 65 && ambiguous.errors.contains("--server"))
        #expect(try testServer.store("install", "rooms", "--server", other.address).status == 0)
        #expect(try testServer.rooms?.version == "2.0")
    }

    @Test("An app from a file is updated by no server, even if two have its very bytes")
    func sameFile() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.5", "2.0"])
        #expect(try testServer.store("install", try #require(files["1.0"])).status == 0)
        try testServer.server.script(
            try testServer.answers([testServer.package([releases[0], releases[1]])], files: files))
        try testServer.logIn()
        let other = try testServer.logInElsewhere(
            try testServer.answers([testServer.package([releases[0], releases[2]])], files: files))
        #expect(try testServer.store("update", "--check", "--format", "tsv").output.isEmpty)
        let update = try testServer.store("update")
        #expect(update.status == 0 && update.errors.contains("1 app from elsewhere"), "\(update.errors)")
        #expect(try testServer.rooms?.version == "1.0")
        #expect(try testServer.store("update", "rooms", "--server", other.address, "--replace").status == 0)
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
        #expect(testServer.server.requests("GET", "/files/1.5").isEmpty)
    }

    @Test("A server with the same bytes takes an app over on request, without a download")
    func takesOver() throws {
        let releases = try testServer.open()
        #expect(try testServer.store("install", "rooms").status == 0)
        let other = try testServer.logInElsewhere(try testServer.answers([testServer.package(releases)]))
        let words = ["install", "rooms", "--server", other.address]
        let unasked = try Finished.run([Sandbox.program] + words, environment: testServer.sandbox.environment)
        #expect(unasked.status == 65 && unasked.errors.contains("came from \(testServer.server.address)"))
        let asked = try Finished.run(
            [Sandbox.program] + words + ["--replace"], environment: testServer.sandbox.environment)
        #expect(
            asked.status == 0 && asked.errors.contains("its updates come from \(other.address) from now on"),
            "\(asked.errors)")
        #expect(other.requests("GET", "/files/1.0").isEmpty)
        let catalog = try testServer.store("catalog", "--server", testServer.server.address)
        #expect(catalog.output.contains("from \(other.address)"), "\(catalog.output)")
        let again = try Finished.run([Sandbox.program] + words, environment: testServer.sandbox.environment)
        #expect(again.status == 0 && again.errors.contains("is already installed.\n"), "\(again.errors)")
    }

    @Test("A file or a rollback that moves an app to another server says so")
    func saysThatItMoves() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[1]])], files: files))
        try testServer.logIn()
        let here = testServer.server.address
        let other = try testServer.logInElsewhere(
            try testServer.answers([testServer.package([releases[0]])], files: files))
        let there = other.address
        #expect(try testServer.store("install", "rooms", "--server", there).status == 0)
        #expect(try testServer.store("install", "rooms", "--server", here, "--replace").status == 0)
        for (words, new, old) in [
            (["install", try #require(files["1.0"])], there, here), (["rollback", "rooms"], here, there),
        ] {
            let answer = try testServer.store(words)
            let sentence = "Its updates come from \(new) from now on. To get it from \(old) again: launcher install "
            let command = "org.example.rooms --server \(old) --replace\n"
            #expect(answer.status == 0 && answer.errors.hasSuffix(sentence + command), "\(answer.errors)")
        }
    }

    @Test("If one of two servers is away, the origin of an app that both had stays open until the person decides")
    func oneAway() throws {
        try testServer.open()
        let (releases, files) = try testServer.makeReleases(["3.0"])
        let other = try testServer.logInElsewhere(try testServer.answers([testServer.package(releases)], files: files))
        #expect(try testServer.store("install", "rooms").status == 65)
        testServer.server.stop()
        let away = try testServer.store("install", "rooms")
        #expect(away.status == 65 && away.errors.contains("Choose a server: --server"), "\(away.errors)")
        #expect(try testServer.rooms == nil && other.requests("GET", "/files/3.0").isEmpty)
        let unknown = try testServer.store("install", "visa")
        #expect(unknown.status == 69 && unknown.errors.contains("cannot be reached"), "\(unknown.errors)")
        #expect(!unknown.errors.contains("no app “visa”"))
        let lines = unknown.errors.split(separator: "\n")
        let address = testServer.server.address
        #expect(lines.count == 3 && lines[1] == "launcher: \(address) is left out.", "\(lines)")
        #expect(lines.allSatisfy { $0.components(separatedBy: address).count == 2 }, "\(lines)")
        #expect(lines.last?.contains("“visa” is in none of the catalogs that could be read") == true, "\(lines)")
        #expect(try testServer.store("install", "rooms", "--server", other.address).status == 0)
        #expect(try testServer.rooms?.version == "3.0")
    }

    @Test("An app is not updated from another server while its own is away")
    func ownServerAway() throws {
        try testServer.open()
        #expect(try testServer.store("install", "rooms").status == 0)
        let (releases, files) = try testServer.makeReleases(["2.0"])
        let other = try testServer.logInElsewhere(try testServer.answers([testServer.package(releases)], files: files))
        testServer.server.stop()
        for words in [["update", "rooms", "--replace"], ["install", "rooms", "--replace"]] {
            let answer = try Finished.run([Sandbox.program] + words, environment: testServer.sandbox.environment)
            #expect(answer.status == 69 && answer.errors.contains("cannot be reached"), "\(answer.errors)")
        }
        #expect(try testServer.rooms?.version == "1.0" && other.requests("GET", "/files/2.0").isEmpty)
    }

    @Test("Downloads that a slow server holds up do not keep another server's app from being installed")
    func slowServer() throws {
        var (packages, files) = ([CatalogPackage](), [String: String]())
        for (name, version) in [("One", "1"), ("Two", "2"), ("Three", "3"), ("Four", "4")] {
            let id = "org.example.\(name.lowercased())"
            let file = try testServer.sandbox.makePackage(name, version: version, id: id)
            files[version] = file
            packages.append(
                testServer.package([try testServer.release(file, version: version)], id: id, name: name))
        }
        var script = try testServer.answers(Array(packages[..<3]), files: files)
        for version in 1...3 { script["GET /files/\(version)"]?[0]["pause"] = [1, 600] }
        try testServer.server.script(script)
        try testServer.logIn()
        let other = try testServer.logInElsewhere(try testServer.answers([packages[3]], files: files))
        defer { other.stop() }
        let install = try testServer.sandbox.start(["install", "one", "two", "three", "four"])
        #expect(try blockUntil { try testServer.sandbox.registry.app("org.example.four")?.isShown == true })
        #expect(try testServer.sandbox.registry.app("org.example.one") == nil)
        try Data().write(to: URL(filePath: "\(testServer.server.folder)/go"))
        install.waitUntilExit()
        #expect(try install.terminationStatus == 0 && testServer.sandbox.registry.apps().count == 4)
    }

    @Test("A catalog is as of the time at which its own server was asked, even if another one answered late")
    func asOf() throws {
        var script = try testServer.answers([])
        try testServer.server.script(script)
        try testServer.logIn()
        let other = try testServer.logInElsewhere(script)
        let folders = try ClientFolders(ProcessEnvironment(testServer.sandbox.environment))
        let accounts = try LoginFiles(folder: folders.configuration).all()
        let late = "\(accounts[0].server)" == other.address ? other : testServer.server
        script["GET /v1/catalog"]?[0]["hold"] = true
        try late.script(script)
        let list = try testServer.sandbox.start(["catalog"])
        #expect(blockUntil { FileManager.default.fileExists(atPath: "\(late.folder)/held") })
        let released = Timestamp.now.milliseconds
        try Data().write(to: URL(filePath: "\(late.folder)/go"))
        list.waitUntilExit()
        let cache = CatalogCache(folder: folders.cache)
        let asked = try accounts.map { account in try #require(cache.entry(for: account)).asked }
        #expect(list.terminationStatus == 0 && asked[0] <= released && released <= asked[1], "\(asked) \(released)")
    }

    @Test("Two unreachable servers are reported as unreachable, not as empty")
    func bothAway() throws {
        try testServer.open()
        let other = try testServer.logInElsewhere(try testServer.answers([]))
        testServer.server.stop()
        other.stop()
        for command in ["install", "update"] {
            let answer = try testServer.store(command, "visa")
            #expect(answer.status == 69 && answer.errors.contains("cannot be reached"), "\(answer.errors)")
            #expect(!answer.errors.contains("no app “visa”"))
        }
        let update = try testServer.store("update")
        #expect(update.status == 69 && !update.errors.contains("up to date"), "\(update.errors)")
        let check = try testServer.store("update", "--check")
        #expect(
            check.status == 0 && check.errors.contains("This is its catalog, last read just now."), "\(check.errors)")
        #expect(!check.errors.contains("up to date"), "\(check.errors)")
    }
}
