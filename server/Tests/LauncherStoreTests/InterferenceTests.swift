import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Installations that something prevents")
struct InterferenceTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    @Test(
        "An app that another command changes while its update is downloaded stays as it is",
        arguments: ["file", "rollback", "server"])
    func changedMeanwhile(change: String) throws {
        let (releases, files) = try testServer.makeReleases(["0.9", "1.0", "1.5", "2.0"])
        for release in releases[..<2] {
            try testServer.server.script(try testServer.answers([testServer.package([release])], files: files))
            if release == releases[0] { try testServer.logIn() }
            #expect(try testServer.store("install", "rooms").status == 0)
        }
        var script = try testServer.answers([testServer.package(releases)], files: files)
        script["GET /files/2.0"]?[0]["pause"] = [1, 600]
        try testServer.server.script(script)
        let update = try testServer.sandbox.start(["update"])
        try #require(blockUntil { !testServer.server.requests("GET", "/files/2.0").isEmpty })
        let other = try ScriptedServer(try testServer.answers([testServer.package([releases[1]])], files: files))
        let words: [String]
        switch change {
        case "file": words = ["install", try #require(files["1.5"])]
        case "rollback": words = ["rollback", "rooms"]
        default:
            let login = ["login", other.address, "--user", "bob", "--password-stdin"]
            #expect(try testServer.run(login, input: "x\n").status == 0)
            words = ["install", "rooms", "--server", other.address, "--replace"]
        }
        #expect(try testServer.store(words).status == 0)
        try Data().write(to: URL(filePath: "\(testServer.server.folder)/go"))
        update.waitUntilExit()
        #expect(update.terminationStatus == 75)
        let version = ["file": "1.5", "rollback": "0.9", "server": "1.0"][change]
        #expect(try testServer.rooms?.version?.description == version)
        // The download is there for the next time.
        #expect(try testServer.parts.count == 1)
        let origin = ["file": "from a file", "rollback": "update", "server": "from \(other.address)"][change] ?? ""
        #expect(try testServer.store("catalog", "--server", testServer.server.address).output.contains(origin))
    }

    @Test(
        "An app from elsewhere that is removed or changed while its replacement is downloaded stays so",
        arguments: [("remove", 66), ("install", 75)] as [(String, Int32)])
    func replacedMeanwhile(word: String, status: Int32) throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.5", "2.0"])
        #expect(try testServer.store("install", try #require(files["1.0"])).status == 0)
        var script = try testServer.answers([testServer.package([releases[2]])], files: files)
        script["GET /files/2.0"]?[0]["pause"] = [1, 600]
        try testServer.server.script(script)
        try testServer.logIn()
        let update = try testServer.sandbox.start(["update", "rooms", "--replace"])
        try #require(blockUntil { !testServer.server.requests("GET", "/files/2.0").isEmpty })
        let what = word == "remove" ? "rooms" : try #require(files["1.5"])
        #expect(try testServer.store(word, what).status == 0)
        try Data().write(to: URL(filePath: "\(testServer.server.folder)/go"))
        update.waitUntilExit()
        #expect(update.terminationStatus == status)
        #expect(try testServer.rooms?.isShown == (word == "install"))
        if word == "install" { #expect(try testServer.rooms?.version == "1.5") }
    }

    @Test("A release that is installed from a file while it is downloaded still counts as from the file")
    func sameMeanwhile() throws {
        let (releases, files) = try testServer.makeReleases(["1.0"])
        var script = try testServer.answers([testServer.package(releases)], files: files)
        script["GET /files/1.0"]?[0]["pause"] = [1, 600]
        try testServer.server.script(script)
        try testServer.logIn()
        let install = try testServer.sandbox.start(["install", "rooms"])
        try #require(blockUntil { !testServer.server.requests("GET", "/files/1.0").isEmpty })
        #expect(try testServer.store("install", try #require(files["1.0"])).status == 0)
        try Data().write(to: URL(filePath: "\(testServer.server.folder)/go"))
        install.waitUntilExit()
        #expect(try install.terminationStatus == 0 && testServer.parts.isEmpty)
        #expect(try testServer.store("catalog").output.contains("from a file"))
    }

    @Test("An older release that could not be installed was not chosen, so updates go on")
    func preventedChoice() throws {
        let (releases, files) = try testServer.makeReleases(["1.5", "2.0"])
        let older = try testServer.sandbox.makePackage("Tea", version: "1.0")
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        let all = [try testServer.release(older, version: "1.0")] + releases
        let every = files.merging(["1.0": older]) { $1 }
        try testServer.server.script(try testServer.answers([testServer.package(all)], files: every))
        try testServer.sandbox.registry.register(
            AppDescription(id: "org.example.tea", name: "Tea", schemes: ["tea"], launch: .terminal("/bin/true")))
        let install = try testServer.store("install", "rooms", "--to", "1.0")
        #expect(install.status == 65 && install.errors.contains("“tea”"), "\(install)")
        #expect(try testServer.rooms?.version == "1.5")
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
    }

    @Test("An older release was not chosen if its process is killed before the switch")
    func killedChoice() throws {
        try testServer.open(["1.0", "2.0"])
        #expect(try testServer.store("install", "rooms").status == 0)
        let sandbox = testServer.sandbox
        // While this is held, no app enters a group: the process unpacks the release, and then waits.
        var lock = try WriterLock(path: "\(sandbox.folder)/groups/.members.lock")
        try lock.acquire(patience: .seconds(10))
        let install = try sandbox.start(["install", "rooms", "--to", "1.0"])
        let isUnpacking = blockUntil { (try? sandbox.onDisk().contains { $0.hasPrefix(".incoming-") }) == true }
        kill(install.processIdentifier, SIGKILL)
        install.waitUntilExit()
        lock.release()
        #expect(isUnpacking && install.terminationReason == .uncaughtSignal)
        #expect(try testServer.rooms?.version == "2.0")
        #expect(try testServer.files(below: ".local/state/app-groups/declined").isEmpty)
    }

    @Test("A release that a permission keeps from being installed is downloaded once")
    func preventedByPermission() throws {
        try testServer.open()
        let state = "\(testServer.sandbox.folder)/home/.local/state/app-groups"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: state)
        for _ in 0..<2 {
            let install = try testServer.sandbox.asPlainUser(["install", "rooms"])
            #expect(install.status == 77 && install.errors.contains("\(state)/origins"), "\(install)")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: state)
        #expect(try testServer.store("install", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "1.0" && testServer.parts.isEmpty)
        #expect(testServer.server.requests("GET", "/files/1.0").count == 1)
    }
}
