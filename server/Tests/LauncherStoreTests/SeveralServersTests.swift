import AppGroup
import Foundation
import Testing

@Suite("Two servers")
struct SeveralServersTests {
    let shop: TestShop

    init() throws { shop = try TestShop() }

    /// Another server that answers so, at which the user is logged in, too.
    func logIn(_ script: [String: [ScriptedServer.Answer]]) throws -> ScriptedServer {
        let other = try ScriptedServer(script)
        let login = try shop.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n")
        try #require(login.status == 0, "\(login.errors)")
        return other
    }

    @Test("leave the updates of an app that both have to the one that it came from")
    func ownServer() throws {
        let (releases, files) = try shop.makeReleases(["1.0", "2.0"])
        try shop.server.script(try shop.answers([shop.package([releases[0]])], files: files))
        try shop.logIn()
        #expect(try shop.store("install", "rooms").status == 0)
        let other = try logIn(try shop.answers([shop.package(releases)], files: files))
        #expect(try shop.store("update").errors.contains("up to date"))
        #expect(try shop.rooms?.record.availableVersion == nil)
        #expect(try shop.store("update", "rooms").errors.contains("up to date"))
        #expect(try shop.store("remove", "rooms").status == 0)
        let ambiguous = try shop.store("install", "rooms")
        #expect(ambiguous.status == 65 && ambiguous.errors.contains("--server"))
        #expect(try shop.store("install", "rooms", "--server", other.address).status == 0)
        #expect(try shop.rooms?.version == "2.0")
    }

    @Test("that have the very bytes of an app from a file update it neither one after the other nor at all")
    func sameFile() throws {
        let (releases, files) = try shop.makeReleases(["1.0", "1.5", "2.0"])
        #expect(try shop.store("install", try #require(files["1.0"])).status == 0)
        try shop.server.script(try shop.answers([shop.package([releases[0], releases[1]])], files: files))
        try shop.logIn()
        let other = try logIn(try shop.answers([shop.package([releases[0], releases[2]])], files: files))
        #expect(try shop.store("update", "--check", "--format", "tsv").output.isEmpty)
        let update = try shop.store("update")
        #expect(update.status == 0 && update.errors.contains("1 app from elsewhere"), "\(update.errors)")
        #expect(try shop.rooms?.version == "1.0")
        #expect(try shop.store("update", "rooms", "--server", other.address, "--replace").status == 0)
        #expect(try shop.store("update").status == 0)
        #expect(try shop.rooms?.version == "2.0")
        #expect(shop.server.requests("GET", "/files/1.5").isEmpty)
    }

    @Test("that have the same bytes of an app take it from each other where that is asked for, without a download")
    func takesOver() throws {
        let releases = try shop.open()
        #expect(try shop.store("install", "rooms").status == 0)
        let other = try logIn(try shop.answers([shop.package(releases)]))
        let words = ["install", "rooms", "--server", other.address]
        let unasked = try Finished.run([Sandbox.program] + words, environment: shop.sandbox.environment)
        #expect(unasked.status == 65 && unasked.errors.contains("came from \(shop.server.address)"))
        let asked = try Finished.run([Sandbox.program] + words + ["--replace"], environment: shop.sandbox.environment)
        #expect(
            asked.status == 0 && asked.errors.contains("its updates come from \(other.address) from now on"),
            "\(asked.errors)")
        #expect(other.requests("GET", "/files/1.0").isEmpty)
        let catalog = try shop.store("catalog", "--server", shop.server.address)
        #expect(catalog.output.contains("from \(other.address)"), "\(catalog.output)")
        let again = try Finished.run([Sandbox.program] + words, environment: shop.sandbox.environment)
        #expect(again.status == 0 && again.errors.contains("was installed already.\n"), "\(again.errors)")
    }

    @Test("of which one is away leave open where an app comes from that both had, until the person says so")
    func oneAway() throws {
        try shop.open()
        let (releases, files) = try shop.makeReleases(["3.0"])
        let other = try logIn(try shop.answers([shop.package(releases)], files: files))
        #expect(try shop.store("install", "rooms").status == 65)
        shop.server.stop()
        let away = try shop.store("install", "rooms")
        #expect(away.status == 65 && away.errors.contains("Say which server: --server"), "\(away.errors)")
        #expect(try shop.rooms == nil && other.requests("GET", "/files/3.0").isEmpty)
        let unknown = try shop.store("install", "visa")
        #expect(unknown.status == 69 && unknown.errors.contains("cannot be reached"), "\(unknown.errors)")
        #expect(!unknown.errors.contains("no “visa”"))
        #expect(try shop.store("install", "rooms", "--server", other.address).status == 0)
        #expect(try shop.rooms?.version == "3.0")
    }

    @Test("of which the one is away that an app came from do not update it from the other")
    func ownServerAway() throws {
        try shop.open()
        #expect(try shop.store("install", "rooms").status == 0)
        let (releases, files) = try shop.makeReleases(["2.0"])
        let other = try logIn(try shop.answers([shop.package(releases)], files: files))
        shop.server.stop()
        for words in [["update", "rooms", "--replace"], ["install", "rooms", "--replace"]] {
            let answer = try Finished.run([Sandbox.program] + words, environment: shop.sandbox.environment)
            #expect(answer.status == 69 && answer.errors.contains("cannot be reached"), "\(answer.errors)")
        }
        #expect(try shop.rooms?.version == "1.0" && other.requests("GET", "/files/2.0").isEmpty)
    }

    @Test("that are both away are said to be that, and not to have nothing")
    func bothAway() throws {
        try shop.open()
        let other = try logIn(try shop.answers([]))
        shop.server.stop()
        other.stop()
        for command in ["install", "update"] {
            let answer = try shop.store(command, "visa")
            #expect(answer.status == 69 && answer.errors.contains("cannot be reached"), "\(answer.errors)")
            #expect(!answer.errors.contains("no “visa”"))
        }
        let update = try shop.store("update")
        #expect(update.status == 69 && !update.errors.contains("up to date"), "\(update.errors)")
        let check = try shop.store("update", "--check")
        #expect(check.status == 0 && check.errors.contains("known just now"), "\(check.errors)")
        #expect(!check.errors.contains("up to date"), "\(check.errors)")
    }
}
