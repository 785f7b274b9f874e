import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Updates")
struct UpdateTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    @Test("Updates are marked, installed and rolled back")
    func updates() throws {
        let (releases, files) = try testServer.makeReleases(["1.9", "1.10"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        #expect(try testServer.store("update").errors.contains("up to date"))
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        let check = try testServer.store("update", "--check", "--format", "tsv")
        #expect(check.status == 0 && check.output.contains("\tupdate\t1.9\t1.10\t"), "\(check.output)")
        #expect(try testServer.rooms?.version == "1.9" && testServer.rooms?.availableVersion == "1.10")
        let update = try testServer.store("update")
        #expect(
            update.status == 0 && update.errors.contains("1.10") && update.errors.contains("replaces 1.9"))
        #expect(try testServer.rooms?.version == "1.10" && testServer.rooms?.availableVersion == nil)
        #expect(try testServer.store("rollback", "rooms").status == 0)
        #expect(try testServer.store("update", "--check").output.contains("Rooms"))
        #expect(try testServer.rooms?.version == "1.9" && testServer.rooms?.availableVersion == "1.10")
        let rest = try testServer.store("update")
        #expect(rest.status == 0 && rest.errors.contains("You went back from Rooms 1.10."), "\(rest.errors)")
        #expect(try !rest.errors.contains("up to date") && testServer.rooms?.version == "1.9")
        #expect(try testServer.store("update", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "1.10")
        #expect(testServer.server.requests("GET", "/files/1.10").count == 2)
    }

    @Test("Updating and installing several apps does what is possible and ends with the first failure's status")
    func oneWrongName() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.1"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        let installed = try testServer.store("install", "./none.ipa", "nosuch", "rooms")
        #expect(installed.status == 66 && installed.errors.contains("offer no app “nosuch”"), "\(installed.errors)")
        #expect(installed.errors.contains("none.ipa"))
        #expect(try testServer.rooms?.version == "1.0")
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        let updated = try testServer.store("update", "nosuch", "rooms")
        #expect(updated.status == 66 && updated.errors.contains("offer no app “nosuch”"), "\(updated.errors)")
        #expect(try testServer.rooms?.version == "1.1")
    }

    @Test("If one of several downloads fails, the message names its app")
    func failureOfOne() throws {
        let (releases, files) = try testServer.makeReleases(["1.0"])
        let tea = try testServer.sandbox.makePackage("Tea", version: "3.0", id: "org.example.tea")
        let other = testServer.package(
            [try testServer.release(tea, version: "3.0")], id: "org.example.tea", name: "Tea")
        var script = try testServer.answers([testServer.package(releases), other], files: files)
        script["GET /files/3.0"] = [["status": 403, "text": "{}"]]
        try testServer.server.script(script)
        try testServer.logIn()
        let install = try testServer.store("install", "rooms", "tea")
        #expect(install.status == 77 && install.errors.contains("launcher: Tea: http"), "\(install.errors)")
        #expect(try testServer.rooms?.version == "1.0")
    }

    @Test("Apps that are no longer offered are reported and stay")
    func lost() throws {
        try testServer.open()
        #expect(try testServer.store("install", "rooms").status == 0)
        try testServer.server.script(try testServer.answers([]))
        let update = try testServer.store("update")
        #expect(update.status == 0 && update.errors.contains("no longer offered to you"))
        #expect(!update.errors.contains("up to date"), "\(update.errors)")
        #expect(try testServer.rooms?.isShown == true && testServer.sandbox.registry.offers().isEmpty)
        #expect(try testServer.store("catalog").errors.contains("launcher remove org.example.rooms"))
    }

    @Test("A withdrawn newest release is reported, and does not lead back to an older one by itself")
    func withdrawn() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        let sentence =
            "Rooms 2.0 is no longer offered to you. It stays installed; to install 1.0 instead: launcher install org.example.rooms\n"
        let checks = [["update", "--check"], ["update", "--check", "rooms"]]
        for words in checks + [["update"], ["update", "rooms"], ["catalog"]] {
            let answer = try testServer.store(words)
            #expect(answer.status == 0 && answer.errors.hasSuffix(sentence), "\(words): \(answer.errors)")
            #expect(!answer.errors.contains("up to date"), "\(words): \(answer.errors)")
        }
        #expect(try testServer.store("catalog").output.contains("no longer offered"))
        #expect(try testServer.rooms?.version == "2.0")
        #expect(try testServer.store("install", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "1.0")
        #expect(try testServer.store("update").errors.contains("up to date"))
    }

    @Test("If the only update fails, apps that are no longer offered are reported all the same")
    func lostBesidesAFailure() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        let tea = try testServer.sandbox.makePackage("Tea", version: "3.0", id: "org.example.tea")
        let other = testServer.package(
            [try testServer.release(tea, version: "3.0")], id: "org.example.tea", name: "Tea")
        let known = files.filter { $0.key == "1.0" }.merging(["3.0": tea]) { $1 }
        try testServer.server.script(
            try testServer.answers([testServer.package([releases[0]]), other], files: known))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms", "tea").status == 0)
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: known))
        let update = try testServer.store("update")
        #expect(
            update.status == 66 && update.errors.contains("Tea (org.example.tea) is no longer offered to you."),
            "\(update)")
        #expect(try testServer.rooms?.version == "1.0")
    }

    @Test(
        "Apps from another server, from a file or registered by hand are replaced only on request",
        arguments: ["server", "file", "hand", "hand, without its program"])
    func fromElsewhere(origin: String) throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        let other = try ScriptedServer(try testServer.answers([testServer.package([releases[0]])], files: files))
        switch origin {
        case "server":
            #expect(
                try testServer.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n").status
                    == 0)
            #expect(try testServer.store("install", "rooms").status == 0)
            #expect(try testServer.store("logout").status == 0)
        case "file":
            #expect(try testServer.store("install", try #require(files["1.0"])).status == 0)
        default:
            let program: AppLaunch = origin == "hand" ? .terminal("/bin/true") : .terminal("/no/such/program")
            try testServer.sandbox.registry.register(
                AppDescription(id: "org.example.rooms", name: "Rooms", launch: program, version: "1.0"))
        }
        try testServer.server.script(try testServer.answers([testServer.package([releases[1]])], files: files))
        try testServer.logIn()
        for words in [["update"], ["update", "--check"]] {
            let answer = try Finished.run([Sandbox.program] + words, environment: testServer.sandbox.environment)
            #expect(answer.status == 0 && answer.output.isEmpty && !answer.errors.contains("up to date"))
            #expect(answer.errors.contains("1 app from elsewhere has a newer release"), "\(answer.errors)")
            #expect(answer.errors.contains("launcher update org.example.rooms --replace"), "\(answer.errors)")
        }
        for words in [["install", "rooms"], ["update", "rooms"]] {
            let answer = try Finished.run([Sandbox.program] + words, environment: testServer.sandbox.environment)
            #expect(answer.status == 65 && answer.errors.contains("--replace"), "\(answer.errors)")
            #expect(
                answer.errors.contains(
                    origin == "server" ? other.address : origin == "file" ? "from a file" : "by hand"))
        }
        #expect(try testServer.rooms?.version == "1.0")
        #expect(try testServer.store("install", "rooms", "--replace").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
        #expect(try testServer.store("update", "rooms").errors.contains("up to date"))
    }

    @Test("Updating a newer app from elsewhere by name leaves it alone and says how to replace it")
    func newerFromElsewhere() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        #expect(try testServer.store("install", try #require(files["2.0"])).status == 0)
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        let update = try testServer.store("update", "rooms", "--replace")
        let advice = "launcher install org.example.rooms --server \(testServer.server.address) --replace"
        #expect(update.status == 0 && update.errors.contains("Rooms is not older than 1.0"), "\(update.errors)")
        #expect(update.errors.contains(advice), "\(update.errors)")
        #expect(try testServer.rooms?.version == "2.0" && testServer.server.requests("GET", "/files/1.0").isEmpty)
        #expect(try testServer.store(advice.split(separator: " ").dropFirst().map(String.init)).status == 0)
        #expect(try testServer.rooms?.version == "1.0")
    }

    @Test("An app that is removed while its update is downloaded stays removed")
    func removedMeanwhile() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        var script = try testServer.answers([testServer.package(releases)], files: files)
        script["GET /files/2.0"]?[0]["pause"] = [1, 600]
        try testServer.server.script(script)
        let update = try testServer.sandbox.start(["update"])
        try #require(blockUntil { !testServer.server.requests("GET", "/files/2.0").isEmpty })
        #expect(try testServer.store("remove", "rooms").status == 0)
        try Data().write(to: URL(filePath: "\(testServer.server.folder)/go"))
        update.waitUntilExit()
        #expect(update.terminationStatus == 66)
        #expect(try testServer.rooms?.isShown == false && testServer.sandbox.onDisk().isEmpty)
        #expect(try testServer.parts.isEmpty)
        #expect(try testServer.store("install", "rooms").status == 0)
    }

    @Test("An update that another app's scheme prevents is downloaded only once")
    func preventedUpdate() throws {
        var (releases, files) = try testServer.makeReleases(["1.0"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        let newer = try testServer.sandbox.makePackage("Tea", version: "2.0")
        releases.append(try testServer.release(newer, version: "2.0"))
        files["2.0"] = newer
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.sandbox.registry.register(
            AppDescription(id: "org.example.tea", name: "Tea", schemes: ["tea"], launch: .terminal("/bin/true")))
        for _ in 0..<2 {
            let update = try testServer.store("update")
            #expect(update.status == 65 && update.errors.contains("“tea”"), "\(update.errors)")
        }
        #expect(try testServer.rooms?.version == "1.0" && testServer.parts.count == 1)
        try testServer.sandbox.registry.unregister("org.example.tea")
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "2.0" && testServer.parts.isEmpty)
        #expect(testServer.server.requests("GET", "/files/2.0").count == 1)
    }

    @Test("An app from a file does not count as the server's, even with the same bytes")
    func sameBytes() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0", "3.0"])
        #expect(try testServer.store("install", try #require(files["1.0"])).status == 0)
        try testServer.server.script(try testServer.answers([testServer.package(Array(releases[..<2]))], files: files))
        try testServer.logIn()
        #expect(try testServer.store("catalog").output.contains("from a file"))
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "1.0" && testServer.rooms?.availableVersion == nil)
        let unasked = try testServer.store("update", "rooms")
        #expect(unasked.status == 65 && unasked.errors.contains("from a file"), "\(unasked.errors)")
        #expect(try testServer.store("update", "rooms", "--replace").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "3.0")
    }

    @Test("Installing the very release of an app from a file takes it over without a question or a download")
    func takesOverFile() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        #expect(try testServer.store("install", try #require(files["1.0"])).status == 0)
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        let install = try testServer.store("install", "rooms")
        #expect(install.status == 0 && install.errors.contains("its updates come from \(testServer.server.address)"))
        #expect(testServer.server.requests("GET", "/files/1.0").isEmpty)
        #expect(try testServer.store("catalog", "--format", "tsv").output.contains("\tinstalled\t"))
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
    }

    @Test("A file that ends an app's updates from a server says so, unless the server has the very same file")
    func endsUpdates() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0", "3.0"])
        try testServer.server.script(try testServer.answers([testServer.package(Array(releases[..<2]))], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        #expect(try testServer.store("install", "rooms").status == 0)
        for (version, isEnd) in [("1.0", false), ("3.0", true), ("3.0", false)] {
            let install = try testServer.store("install", try #require(files[version]))
            let sentence =
                "Its updates no longer come from \(testServer.server.address). To get it from there again: launcher install "
                + "org.example.rooms --server \(testServer.server.address) --replace\n"
            #expect(install.status == 0 && install.errors.hasSuffix(sentence) == isEnd, "\(version): \(install.errors)")
        }
    }

    @Test("An update leaves an older release that the user chose by its file")
    func leavesOlderFile() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms", "--to", "1.0").status == 0)
        #expect(try testServer.store("install", "rooms").status == 0)
        #expect(try testServer.store("install", try #require(files["1.0"])).status == 0)
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "1.0")
        #expect(try testServer.store("update", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "2.0")
    }

    @Test("Skipped apps with newer releases are counted, except those without a version")
    func passesOver() throws {
        let (releases, _) = try testServer.makeReleases(["2.0"])
        for (name, version) in [("Rooms", "1.0"), ("Desk", "1.9"), ("Newer", "2.1"), ("Bare", nil)] {
            try testServer.sandbox.registry.register(
                AppDescription(
                    id: try AppID("org.example.\(name.lowercased())"), name: try AppName(name),
                    launch: .terminal("/bin/true"), version: try version.map { try AppVersion($0) }))
        }
        let packages = ["Rooms", "Desk", "Newer", "Bare"].map { name in
            testServer.package(releases, id: "org.example.\(name.lowercased())", name: name)
        }
        try testServer.server.script(try testServer.answers(packages))
        try testServer.logIn()
        let update = try testServer.store("update")
        #expect(update.errors.contains("2 apps from elsewhere have newer releases"), "\(update.errors)")
    }

    @Test("An app that is named twice is updated once")
    func namedTwice() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "2.0"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        let update = try testServer.store("update", "rooms", "org.example.rooms")
        #expect(
            update.status == 0 && update.errors.split(separator: "\n").count == 1
                && update.errors.contains("replaces 1.0"), "\(update.errors)")
    }

    @Test("Replacing apps from elsewhere needs their names")
    func replacesOnlyNamed() throws {
        for words in [["update", "--replace"], ["update", "--check", "--replace"]] {
            let answer = try testServer.store(words)
            #expect(answer.status == 64 && answer.errors.contains("name them"), "\(answer.errors)")
        }
    }

    @Test("Updating an app that is not installed or unknown says so")
    func misses() throws {
        try testServer.open()
        let answer = try testServer.store("update", "rooms")
        #expect(answer.status == 66 && answer.errors.contains("launcher install org.example.rooms"))
        let check = try testServer.store("update", "--check", "rooms")
        #expect(check.status == 0 && check.errors.contains("launcher install org.example.rooms"), "\(check.errors)")
        #expect(try testServer.store("update", "zebra").status == 66)
        #expect(try testServer.store("install", "zebra").status == 66)
        #expect(try testServer.store("install", "rooms", "--to", "7").status == 66)
        #expect(try testServer.store("install", "rooms", "--server", "nowhere.example").status == 77)
        #expect(try testServer.store("install", "rooms", "--group", "org.example.none").status == 66)
    }

    @Test("A name that no server has leads to the file that it may mean, or that the app came from")
    func namesOfFiles() throws {
        try testServer.server.script(try testServer.answers([]))
        try testServer.logIn()
        let (file, catalog) = ("launcher install ./rooms\n", "To list their apps: launcher catalog\n")
        #expect(try testServer.store("install", "rooms").errors.hasSuffix(catalog))
        try Data().write(to: URL(filePath: "\(testServer.sandbox.folder)/rooms"))
        #expect(try testServer.store("install", "rooms").errors.hasSuffix(file))
        #expect(try testServer.store("install", testServer.sandbox.makePackage(version: "1.0")).status == 0)
        let update = try testServer.store("update", "rooms")
        #expect(update.status == 66, "\(update.errors)")
        #expect(update.errors.contains("Rooms (org.example.rooms) came from a file"), "\(update.errors)")
        for command in ["install", "update"] {
            let empty = try testServer.store(command, "")
            #expect(empty.status == 64 && empty.errors.contains("is empty"), "\(empty.errors)")
        }
    }

    @Test("The build decides between releases of the same version")
    func builds() throws {
        var releases = try testServer.open()
        #expect(try testServer.store("install", "rooms").status == 0)
        // The package has no build, so another package of the same version is not an update.
        releases[0].sha256 = String(repeating: "a", count: 64)
        releases[0].build = "7"
        try testServer.server.script(try testServer.answers([testServer.package(releases)]))
        #expect(try testServer.store("update", "--check").output.isEmpty)
    }

    @Test("An app that is installed from a file loses the mark of a server's newer release", arguments: ["1.1", "1.3"])
    func marks(version: String) throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.2", version])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        #expect(try testServer.store("install", "rooms").status == 0)
        try testServer.server.script(try testServer.answers([testServer.package(Array(releases[..<2]))], files: files))
        #expect(try testServer.store("update", "--check").status == 0)
        #expect(try testServer.rooms?.availableVersion == "1.2")
        #expect(try testServer.store("install", try #require(files[version])).status == 0)
        #expect(try testServer.rooms?.version?.description == version && testServer.rooms?.availableVersion == nil)
        #expect(try testServer.store("update", "--check").status == 0)
        #expect(try testServer.rooms?.availableVersion == nil)
    }

    @Test("The first of several failures decides the status even if no catalog can be read afterwards")
    func firstFailure() throws {
        let installed = try testServer.store("install", "./none.ipa", "rooms")
        #expect(installed.status == 66 && installed.errors.contains("not logged in anywhere"), "\(installed.errors)")
    }

    @Test("A release cannot be chosen for a package file")
    func releaseOfFile() throws {
        let file = try testServer.sandbox.makePackage(version: "2.0")
        #expect(try testServer.store("install", file, "--to", "1.0").status == 64)
        #expect(try testServer.rooms == nil)
    }
}
