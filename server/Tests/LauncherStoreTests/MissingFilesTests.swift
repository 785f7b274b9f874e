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
            launcher: The files of 2 apps are not on this machine. To install them: launcher install org.example.rooms \
            org.example.tea
            launcher: The files of Ink (org.example.ink) are not on this machine, and no server has it for you. To remove it: \
            launcher remove org.example.ink

            """
        for words in [["update"], ["update", "--check"]] {
            let answer = try elsewhere.store(words)
            #expect(answer.status == 0 && answer.errors == missing, "\(words): \(answer.errors)")
        }
        let installed = try elsewhere.store("install", "org.example.rooms", "org.example.tea")
        #expect(
            installed.errors.contains("Tea 2.0 (org.example.tea) is installed again; its files were missing."),
            "\(installed.errors)")
        #expect(try elsewhere.store("remove", "org.example.ink").status == 0)
        let last = try elsewhere.store("update")
        #expect(last.errors == "launcher: Everything is up to date.\n", "\(last.errors)")
    }
}
