import AppCatalog
import AppGroup
import TestSupport
import Testing

@Suite("Missing files")
struct MissingFilesTests {
    /// The machine of the backup, and another one, each with a server that has the same apps.
    let (here, elsewhere): (TestServer, TestServer)

    init() throws { (here, elsewhere) = (try TestServer(), try TestServer()) }

    @Test("On a machine where a backup was restored, update names the apps whose files are missing")
    func afterRestoring() throws {
        let sandbox = here.sandbox
        let files = [
            "1.0": try sandbox.makePackage(version: "1.0"),
            "2.0": try sandbox.makePackage("Tea", version: "2.0", id: "org.example.tea"),
            "3.0": try sandbox.makePackage("Ink", version: "3.0", id: "org.example.ink"),
        ]
        for version in files.keys.sorted() { try sandbox.store("install", try #require(files[version])) }
        let backup = "\(sandbox.folder)/tools.backup"
        try sandbox.registry.backUp(to: backup)

        _ = try elsewhere.sandbox.registry.restore(from: backup, replacing: false)
        let rooms = here.package([try here.release(try #require(files["1.0"]), version: "1.0")])
        let tea = here.package(
            [try here.release(try #require(files["2.0"]), version: "2.0")], id: "org.example.tea", name: "Tea")
        try elsewhere.server.script(try elsewhere.answers([rooms, tea], files: files))
        try elsewhere.logIn()
        let missing = """
            launcher: The files of 2 apps are missing or damaged. To install them again: launcher install org.example.rooms \
            org.example.tea
            launcher: The files of Ink (org.example.ink) are missing or damaged, and none of your servers offers Ink. To \
            install it again from a file: launcher install FILE.ipa; to remove it: launcher remove org.example.ink

            """
        for words in [["update"], ["update", "--check"]] {
            let answer = try elsewhere.store(words)
            #expect(answer.status == 0 && answer.errors == missing, "\(words): \(answer.errors)")
        }
        let installed = try elsewhere.store("install", "org.example.rooms", "org.example.tea")
        #expect(
            installed.errors.contains("Tea 2.0 (org.example.tea) is installed again; its files were missing"),
            "\(installed.errors)")
        #expect(try elsewhere.store("remove", "org.example.ink").status == 0)
        let last = try elsewhere.store("update")
        #expect(last.errors == "launcher: Everything is up to date.\n", "\(last.errors)")
    }

    /// Removes all files of packages, but not the apps.
    private func removeFiles() throws {
        let words = ["/bin/sh", "-c", #"chmod -R u+w "$0" && rm -r "$0""#, here.sandbox.packages]
        #expect(try Finished.run(words, environment: [:]).status == 0)
    }

    @Test("If two servers offer an app whose files are missing, it is taken from the one that it came from")
    func ownServer() throws {
        let (releases, files) = try here.makeReleases(["1.0", "2.0"])
        try here.server.script(try here.answers([here.package([releases[0]])], files: files))
        try here.logIn()
        #expect(try here.store("install", "rooms").status == 0)
        let other = try here.logInElsewhere(try here.answers([here.package([releases[1]])], files: files))
        try removeFiles()
        let update = try here.store("update")
        let command = "launcher install org.example.rooms --server \(here.server.address)"
        #expect(
            update.errors == "launcher: The files of Rooms are missing or damaged. To install it again: \(command)\n",
            "\(update.errors)")
        let install = try here.store("install", "org.example.rooms")
        #expect(install.status == 0 && install.errors.contains("is installed again"), "\(install.errors)")
        #expect(try here.rooms?.version == "1.0")
        withExtendedLifetime(other) {}
    }

    @Test("An app whose files are missing is not installed from another server without asking")
    func otherServer() throws {
        let (releases, files) = try here.makeReleases(["1.0", "2.0"])
        try here.server.script(try here.answers([here.package([releases[0]])], files: files))
        try here.logIn()
        #expect(try here.store("install", "rooms").status == 0)
        #expect(try here.store("logout", here.server.address).status == 0)
        let other = try here.logInElsewhere(try here.answers([here.package([releases[1]])], files: files))
        try removeFiles()
        let update = try here.store("update")
        #expect(
            update.errors == """
                launcher: The files of Rooms (org.example.rooms) are missing or damaged. It came from \(here.server.address); \
                to get it from elsewhere: launcher install org.example.rooms --replace --server \(other.address)

                """, "\(update.errors)")
        let refused = try here.store("install", "org.example.rooms")
        #expect(
            refused.status == 65 && refused.errors.contains("came from \(here.server.address), so it is not replaced"),
            "\(refused.errors)")
        #expect(other.requests("GET", "/files/2.0").isEmpty)
        let replaced = try here.store("install", "org.example.rooms", "--replace", "--server", other.address)
        #expect(replaced.status == 0, "\(replaced.errors)")
        #expect(try here.rooms?.version == "2.0")
    }

    @Test("An app whose files are missing, and which its server no longer offers, can only be removed")
    func gone() throws {
        try here.open()
        #expect(try here.store("install", "rooms").status == 0)
        try here.server.script(try here.answers([]))
        try removeFiles()
        let update = try here.store("update")
        #expect(update.errors.contains("offers Rooms. To remove it: launcher remove org.example.rooms\n"), "\(update)")
    }

    @Test("If it is not known where an app with missing files came from, the user chooses the server")
    func unknownOrigin() throws {
        let (releases, files) = try here.makeReleases(["1.0"])
        #expect(try here.store("install", try #require(files["1.0"])).status == 0)
        try here.server.script(try here.answers([here.package(releases)], files: files))
        try here.logIn()
        let other = try here.logInElsewhere(try here.answers([here.package(releases)], files: files))
        try removeFiles()
        let update = try here.store("update")
        #expect(
            update.errors.contains("To install it again: launcher install org.example.rooms --server ")
                && update.errors.contains(" --server \(here.server.address)")
                && update.errors.contains(" --server \(other.address)"), "\(update.errors)")
    }

    @Test("An app whose files are missing, and which its server has only for other systems, is not to be removed")
    func unfit() throws {
        var releases = try here.open()
        #expect(try here.store("install", "rooms").status == 0)
        releases[0].platform = CatalogPlatform(operatingSystem: "Windows", architectures: [])
        try here.server.script(try here.answers([here.package(releases)]))
        try removeFiles()
        let update = try here.store("update")
        #expect(
            update.errors == """
                launcher: The files of Rooms (org.example.rooms) are missing or damaged, and none of its releases runs on this \
                machine.

                """, "\(update.errors)")
    }

    @Test("An update or a check of one app says nothing about the missing files of others")
    func namedUpdate() throws {
        let rooms = try here.makeReleases(["1.0"])
        let file = try here.sandbox.makePackage("Tea", version: "2.0", id: "org.example.tea")
        let tea = here.package([try here.release(file, version: "2.0")], id: "org.example.tea", name: "Tea")
        let files = rooms.1.merging(["2.0": file]) { $1 }
        try here.server.script(try here.answers([here.package(rooms.0), tea], files: files))
        try here.logIn()
        #expect(try here.store("install", "rooms", "tea").status == 0)
        try removeFiles()
        #expect(try here.store("install", "tea").status == 0)
        for words in [["update", "tea"], ["update", "--check", "tea"]] {
            let answer = try here.store(words)
            #expect(answer.errors == "launcher: Tea is up to date.\n", "\(words): \(answer.errors)")
        }
    }
}
