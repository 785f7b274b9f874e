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
        #expect(try shop.store("update").status == 0)
        #expect(try shop.rooms?.version == "1.0")
        #expect(try shop.store("update", "rooms", "--server", other.address, "--replace").status == 0)
        #expect(try shop.store("update").status == 0)
        #expect(try shop.rooms?.version == "2.0")
        #expect(shop.server.requests("GET", "/files/1.5").isEmpty)
    }
}
