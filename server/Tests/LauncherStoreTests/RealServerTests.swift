import AppGroup
import Foundation
import Testing

@Suite("Client and server together")
struct RealServerTests {
    let server: RealServer
    /// The machine of the publisher, and that of the user.
    let (publisher, shop): (TestShop, TestShop)

    init() throws {
        server = try RealServer()
        (publisher, shop) = (try TestShop(), try TestShop())
        try logIn(publisher, "root", RealServer.password)
        try server.administer("user", "add", "ada", "--password-stdin", input: "a password of ada")
    }

    func logIn(_ shop: TestShop, _ user: String, _ password: String) throws {
        let login = try shop.run(["login", server.address, "--user", user, "--password-stdin"], input: "\(password)\n")
        try #require(login.status == 0, "\(login.errors)")
    }

    func publish(_ version: String, payload: Int = 0, _ more: String...) throws {
        let file = try publisher.sandbox.makePackage(version: version, payload: payload)
        let answer = try Finished.run(
            [Sandbox.program, "publish", file] + more, environment: publisher.sandbox.environment)
        try #require(answer.status == 0, "\(answer.errors)")
    }

    @Test("publish, grant, log in, install, update, go back; and lose it again")
    func wholeLife() throws {
        try publish("1.0")
        try logIn(shop, "ada", "a password of ada")
        #expect(try shop.store("catalog").output.isEmpty && shop.store("install", "rooms").status == 66)
        try server.administer("grant", "add", "org.example.rooms", "user:ada")
        #expect(try eventually { try shop.store("catalog").output.contains("not installed") })
        #expect(try shop.store("install", "rooms").status == 0)
        let file = "\(publisher.sandbox.folder)/Rooms-1.0.ipa"
        let digest = try Finished.run(["/usr/bin/sha256sum", file], environment: [:]).output.prefix(64)
        #expect(try shop.rooms?.record.currentPackage == String(digest))
        try publish("2.0-beta", payload: 0, "--channel", "beta")
        #expect(try shop.store("update", "--check").output.isEmpty)
        try publish("1.1")
        #expect(try shop.store("update", "--check").output.contains("1.1"))
        #expect(try shop.rooms?.availableVersion == "1.1")
        #expect(try shop.store("update").status == 0)
        #expect(try shop.rooms?.version == "1.1")
        #expect(try shop.store("rollback", "rooms").status == 0)
        #expect(try shop.rooms?.version == "1.0" && shop.rooms?.availableVersion == "1.1")
        try server.administer("grant", "remove", "1")
        #expect(try eventually { try shop.store("update").errors.contains("not offered to you any more") })
        #expect(try shop.rooms?.isShown == true)
        #expect(try shop.store("install", "rooms").status == 66)
    }

    @Test("the same version with other bytes is refused in the server's words, and so is a package of another group")
    func conflicts() throws {
        try publish("1.0")
        let other = try publisher.sandbox.makePackage(version: "1.0", payload: 1000)
        let answer = try publisher.store("publish", other)
        #expect(answer.status == 65 && answer.errors.contains("other bytes"), "\(answer.errors)")
        let foreign = try publisher.sandbox.makePackage(
            "Tea", version: "3", id: "org.example.tea", group: "org.example.others")
        let refused = try publisher.store("publish", foreign)
        #expect(refused.status == 65 && refused.errors.contains("org.example.others"), "\(refused.errors)")
        try logIn(shop, "ada", "a password of ada")
        let forbidden = try shop.store("publish", foreign)
        #expect(forbidden.status == 77, "\(forbidden.errors)")
    }

    @Test("what is said after publishing again is true, and what it says to do does it")
    func publishedAgain() throws {
        try publish("1.0", payload: 0, "--channel", "beta")
        try server.administer("package", "withdraw", "org.example.rooms", "1.0", "--reason", "Loses rooms.")
        let file = "\(publisher.sandbox.folder)/Rooms-1.0.ipa"
        let again = try publisher.store("publish", file, "--rollout", "30")
        let commands = again.errors.split(separator: "\n").compactMap { line in
            line.firstRange(of: "catalog-server ").map { line[$0.upperBound...].split(separator: " ").map(String.init) }
        }
        #expect(commands.map { $0[1] } == ["restore", "channel", "rollout"], "\(again.errors)")
        for command in commands { try server.administer(command) }
        let last = try publisher.store("publish", file, "--rollout", "30")
        #expect(
            last.errors
                == "launcher: Rooms 1.0 (org.example.rooms) was published already at \(server.address), from the same file: "
                + "channel stable, for 30 % of its users.\n")
    }

    @Test("a token that is moved out of its login, to where a command finds it, goes on to serve")
    func movedToken() throws {
        try publish("1.0")
        try server.administer("grant", "add", "org.example.rooms", "everyone")
        try logIn(shop, "ada", "a password of ada")
        let name = try #require(shop.files(below: ".config").first)
        let text = try Data(contentsOf: URL(filePath: "\(shop.sandbox.folder)/home/.config/\(name)"))
        let login = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let token = try #require(login["token"] as? String)
        try Data(token.utf8).write(to: URL(filePath: "\(shop.sandbox.folder)/token"))
        let moved = try shop.store("login", server.address, "--token-command", "cat token")
        #expect(moved.status == 0, "\(moved.errors)")
        #expect(try shop.store("install", "rooms").status == 0)
        try server.administer("user", "disable", "ada")
        #expect(try eventually { try shop.store("catalog").errors.contains("The token command “cat token” printed") })
    }

    @Test("a password that is changed serves from then on, and a disabled user has nothing")
    func accounts() throws {
        try logIn(shop, "ada", "a password of ada")
        let changed = try shop.run(["password", "--password-stdin"], input: "a password of ada\na new one for ada\n")
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(try shop.store("catalog").status == 0)
        let old = try shop.run(
            ["login", server.address, "--user", "ada", "--password-stdin"], input: "a password of ada\n")
        #expect(old.status == 77)
        try logIn(shop, "ada", "a new one for ada")
        try server.administer("user", "disable", "ada")
        #expect(try eventually { try shop.store("catalog").status == 77 })
        #expect(try shop.store("catalog").output.isEmpty)
        #expect(try shop.store("logout").status == 0)
    }

    @Test("a server that is killed while it uploads and while it downloads loses nothing that was said to be there")
    func killedServer() throws {
        let file = try publisher.sandbox.makePackage(version: "1.0", payload: 12 << 20)
        let upload = try publisher.sandbox.start(["publish", file])
        Thread.sleep(forTimeInterval: 0.4)
        server.kill()
        Thread.sleep(forTimeInterval: 0.2)
        try server.start()
        upload.waitUntilExit()
        if upload.terminationStatus != 0 { #expect(try publisher.store("publish", file).status == 0) }
        try server.administer("grant", "add", "org.example.rooms", "everyone")
        try logIn(shop, "ada", "a password of ada")
        let download = try shop.sandbox.start(["install", "rooms"])
        Thread.sleep(forTimeInterval: 0.15)
        server.kill()
        try server.start()
        download.waitUntilExit()
        if download.terminationStatus != 0 { #expect(try shop.store("install", "rooms").status == 0) }
        #expect(try shop.rooms?.version == "1.0" && shop.parts.isEmpty)
    }
}
