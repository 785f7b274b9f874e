import AppCatalog
import AppGroup
import Foundation
import Testing

@Suite("Updating")
struct UpdateTests {
    let shop: TestShop

    init() throws { shop = try TestShop() }

    @Test("marks what has an update, installs it, and goes back")
    func updates() throws {
        let (releases, files) = try shop.makeReleases(["1.9", "1.10"])
        try shop.server.script(try shop.answers([shop.package([releases[0]])], files: files))
        try shop.logIn()
        #expect(try shop.store("install", "rooms").status == 0)
        #expect(try shop.store("update").errors.contains("up to date"))
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        let check = try shop.store("update", "--check", "--format", "tsv")
        #expect(check.status == 0 && check.output.contains("\tupdate\t1.9\t1.10\t"), "\(check.output)")
        #expect(try shop.rooms?.version == "1.9" && shop.rooms?.availableVersion == "1.10")
        let update = try shop.store("update")
        #expect(
            update.status == 0 && update.errors.contains("1.10") && update.errors.contains("takes the place of 1.9"))
        #expect(try shop.rooms?.version == "1.10" && shop.rooms?.availableVersion == nil)
        #expect(try shop.store("rollback", "rooms").status == 0)
        #expect(try shop.store("update", "--check").output.contains("Rooms"))
        #expect(try shop.rooms?.version == "1.9" && shop.rooms?.availableVersion == "1.10")
        #expect(try shop.store("update", "rooms").status == 0)
        #expect(try shop.rooms?.version == "1.10")
        #expect(shop.server.requests("GET", "/files/1.10").count == 2)
    }

    @Test("and installing of several does what it can, says what it can't, and has the status of that")
    func oneWrongName() throws {
        let (releases, files) = try shop.makeReleases(["1.0", "1.1"])
        try shop.server.script(try shop.answers([shop.package([releases[0]])], files: files))
        try shop.logIn()
        let installed = try shop.store("install", "./none.ipa", "nosuch", "rooms")
        #expect(installed.status == 66 && installed.errors.contains("no “nosuch”"), "\(installed.errors)")
        #expect(installed.errors.contains("none.ipa"))
        #expect(try shop.rooms?.version == "1.0")
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        let updated = try shop.store("update", "nosuch", "rooms")
        #expect(updated.status == 66 && updated.errors.contains("no “nosuch”"), "\(updated.errors)")
        #expect(try shop.rooms?.version == "1.1")
    }

    @Test("says what the user may not have any more, and lets it be")
    func lost() throws {
        try shop.open()
        #expect(try shop.store("install", "rooms").status == 0)
        try shop.server.script(try shop.answers([]))
        let update = try shop.store("update")
        #expect(update.status == 0 && update.errors.contains("not offered to you any more"))
        #expect(try shop.rooms?.isShown == true && shop.sandbox.family.offers().isEmpty)
        #expect(try shop.store("catalog").errors.contains("launcher remove org.example.rooms"))
    }

    @Test("does not go back to an older release where the newest was withdrawn")
    func withdrawn() throws {
        let (releases, files) = try shop.makeReleases(["1.0", "2.0"])
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        try shop.logIn()
        #expect(try shop.store("install", "rooms").status == 0)
        try shop.server.script(try shop.answers([shop.package([releases[0]])], files: files))
        #expect(try shop.store("update").errors.contains("up to date"))
        #expect(try shop.rooms?.version == "2.0")
    }

    @Test(
        "keeps an app of another server, of a file, or registered by hand until told otherwise",
        arguments: ["server", "file", "hand"])
    func fromElsewhere(origin: String) throws {
        let (releases, files) = try shop.makeReleases(["1.0", "2.0"])
        let other = try ScriptedServer(try shop.answers([shop.package([releases[0]])], files: files))
        switch origin {
        case "server":
            #expect(
                try shop.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n").status == 0)
            #expect(try shop.store("install", "rooms").status == 0)
            #expect(try shop.store("logout").status == 0)
        case "file":
            #expect(try shop.store("install", try #require(files["1.0"])).status == 0)
        default:
            try shop.sandbox.family.register(
                RegisteredApp(id: "org.example.rooms", name: "Rooms", launch: .terminal("/bin/true"), version: "1.0"))
        }
        try shop.server.script(try shop.answers([shop.package([releases[1]])], files: files))
        try shop.logIn()
        for words in [["update"], ["update", "--check"]] {
            let answer = try Finished.run([Sandbox.program] + words, environment: shop.sandbox.environment)
            #expect(answer.status == 0 && answer.output.isEmpty && !answer.errors.contains("up to date"))
            #expect(answer.errors.contains("1 app from elsewhere has a newer release"), "\(answer.errors)")
            #expect(answer.errors.contains("launcher update org.example.rooms --replace"), "\(answer.errors)")
        }
        for words in [["install", "rooms"], ["update", "rooms"]] {
            let answer = try Finished.run([Sandbox.program] + words, environment: shop.sandbox.environment)
            #expect(answer.status == 65 && answer.errors.contains("--replace"), "\(answer.errors)")
            #expect(
                answer.errors.contains(
                    origin == "server" ? other.address : origin == "file" ? "from a file" : "by hand"))
        }
        #expect(try shop.rooms?.version == "1.0")
        #expect(try shop.store("install", "rooms", "--replace").status == 0)
        #expect(try shop.rooms?.version == "2.0")
        #expect(try shop.store("update", "rooms").errors.contains("up to date"))
    }

    @Test("does not take what came as a file for this server's, though its very bytes are there")
    func sameBytes() throws {
        let (releases, files) = try shop.makeReleases(["1.0", "2.0", "3.0"])
        #expect(try shop.store("install", try #require(files["1.0"])).status == 0)
        try shop.server.script(try shop.answers([shop.package(Array(releases[..<2]))], files: files))
        try shop.logIn()
        #expect(try shop.store("catalog").output.contains("from a file"))
        #expect(try shop.store("update").status == 0)
        #expect(try shop.rooms?.version == "1.0" && shop.rooms?.availableVersion == nil)
        let unasked = try shop.store("update", "rooms")
        #expect(unasked.status == 65 && unasked.errors.contains("from a file"), "\(unasked.errors)")
        #expect(try shop.store("update", "rooms", "--replace").status == 0)
        #expect(try shop.rooms?.version == "2.0")
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        #expect(try shop.store("update").status == 0)
        #expect(try shop.rooms?.version == "3.0")
    }

    @Test("takes over what came as a file where the very release is asked for, without a question or a download")
    func takesOverFile() throws {
        let (releases, files) = try shop.makeReleases(["1.0", "2.0"])
        #expect(try shop.store("install", try #require(files["1.0"])).status == 0)
        try shop.server.script(try shop.answers([shop.package([releases[0]])], files: files))
        try shop.logIn()
        let install = try shop.store("install", "rooms")
        #expect(install.status == 0 && install.errors.contains("its updates come from \(shop.server.address)"))
        #expect(shop.server.requests("GET", "/files/1.0").isEmpty)
        #expect(try shop.store("catalog", "--format", "tsv").output.contains("\tinstalled\t"))
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        #expect(try shop.store("update").status == 0)
        #expect(try shop.rooms?.version == "2.0")
    }

    @Test("counts what it passes over, and leaves out what has no version")
    func passesOver() throws {
        let (releases, _) = try shop.makeReleases(["2.0"])
        for (name, version) in [("Rooms", "1.0"), ("Desk", "1.9"), ("Newer", "2.1"), ("Bare", nil)] {
            try shop.sandbox.family.register(
                RegisteredApp(
                    id: try AppID("org.example.\(name.lowercased())"), name: try AppName(name),
                    launch: .terminal("/bin/true"), version: try version.map { try AppVersion($0) }))
        }
        let packages = ["Rooms", "Desk", "Newer", "Bare"].map { name in
            shop.package(releases, id: "org.example.\(name.lowercased())", name: name)
        }
        try shop.server.script(try shop.answers(packages))
        try shop.logIn()
        let update = try shop.store("update")
        #expect(update.errors.contains("2 apps from elsewhere have newer releases"), "\(update.errors)")
    }

    @Test("of an app that was named twice is done once")
    func namedTwice() throws {
        let (releases, files) = try shop.makeReleases(["1.0", "2.0"])
        try shop.server.script(try shop.answers([shop.package([releases[0]])], files: files))
        try shop.logIn()
        #expect(try shop.store("install", "rooms").status == 0)
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        let update = try shop.store("update", "rooms", "org.example.rooms")
        #expect(
            update.status == 0 && update.errors.split(separator: "\n").count == 1
                && update.errors.contains("takes the place of 1.0"), "\(update.errors)")
    }

    @Test("of what is not installed, or not there, says so")
    func misses() throws {
        try shop.open()
        let answer = try shop.store("update", "rooms")
        #expect(answer.status == 66 && answer.errors.contains("launcher install org.example.rooms"))
        #expect(try shop.store("update", "zebra").status == 66)
        #expect(try shop.store("install", "zebra").status == 66)
        #expect(try shop.store("install", "rooms", "--to", "7").status == 66)
        #expect(try shop.store("install", "rooms", "--server", "nowhere.example").status == 77)
        #expect(try shop.store("install", "rooms", "--group", "org.example.none").status == 66)
    }

    @Test("chooses by build where versions are the same")
    func builds() throws {
        var releases = try shop.open()
        #expect(try shop.store("install", "rooms").status == 0)
        // The package says nothing of a build: another one of the same version is no update.
        releases[0].sha256 = String(repeating: "a", count: 64)
        releases[0].build = "7"
        try shop.server.script(try shop.answers([shop.package(releases)]))
        #expect(try shop.store("update", "--check").output.isEmpty)
    }
}
