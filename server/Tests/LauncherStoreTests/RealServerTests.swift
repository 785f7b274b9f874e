import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Client and real server")
struct RealServerTests {
    let server: RealServer
    /// The machines of the publisher and the user.
    let (publisher, testServer): (TestServer, TestServer)

    init() throws {
        server = try RealServer()
        (publisher, testServer) = (try TestServer(), try TestServer())
        try logIn(publisher, "root", RealServer.password)
        try server.administer("user", "add", "ada", "--password-stdin", input: "a password of ada")
    }

    func logIn(_ testServer: TestServer, _ user: String, _ password: String) throws {
        let login = try testServer.run(
            ["login", server.address, "--user", user, "--password-stdin"], input: "\(password)\n")
        try #require(login.status == 0, "\(login.errors)")
    }

    func publish(_ version: String, payload: Int = 0, _ more: String...) throws {
        let file = try publisher.sandbox.makePackage(version: version, payload: payload)
        let answer = try Finished.run(
            [Sandbox.program, "publish", file] + more, environment: publisher.sandbox.environment)
        try #require(answer.status == 0, "\(answer.errors)")
    }

    @Test("An app is published, granted, installed, updated, rolled back and taken away")
    func wholeLife() throws {
        try publish("1.0")
        try logIn(testServer, "ada", "a password of ada")
        #expect(try testServer.store("catalog").output.isEmpty && testServer.store("install", "rooms").status == 66)
        try server.administer("grant", "add", "org.example.rooms", "user:ada")
        #expect(try blockUntil { try testServer.store("catalog").output.contains("not installed") })
        #expect(try testServer.store("install", "rooms").status == 0)
        let file = "\(publisher.sandbox.folder)/Rooms-1.0.ipa"
        let digest = try Finished.run(["/usr/bin/sha256sum", file], environment: [:]).output.prefix(64)
        #expect(try testServer.rooms?.record.currentPackage?.description == String(digest))
        try publish("2.0-beta", payload: 0, "--channel", "beta")
        #expect(try testServer.store("update", "--check").output.isEmpty)
        try publish("1.1")
        #expect(try testServer.store("update", "--check").output.contains("1.1"))
        #expect(try testServer.rooms?.availableVersion == "1.1")
        #expect(try testServer.store("update").status == 0)
        #expect(try testServer.rooms?.version == "1.1")
        #expect(try testServer.store("rollback", "rooms").status == 0)
        #expect(try testServer.rooms?.version == "1.0" && testServer.rooms?.availableVersion == "1.1")
        try server.administer("grant", "remove", "1")
        #expect(try blockUntil { try testServer.store("update").errors.contains("no longer offered to you") })
        #expect(try testServer.rooms?.isShown == true)
        #expect(try testServer.store("install", "rooms").status == 66)
    }

    @Test("The same version with other bytes is refused in the server's words, and so are people who may not publish")
    func conflicts() throws {
        try publish("1.0")
        let other = try publisher.sandbox.makePackage(version: "1.0", payload: 1000)
        let answer = try publisher.store("publish", other)
        #expect(answer.status == 65 && answer.errors.contains("different bytes"), "\(answer.errors)")
        try logIn(testServer, "ada", "a password of ada")
        let forbidden = try testServer.store("publish", other)
        #expect(forbidden.status == 77, "\(forbidden.errors)")
    }

    @Test("The report after publishing again is true, and its commands work")
    func publishedAgain() throws {
        try publish("1.0", payload: 0, "--channel", "beta")
        try server.administer("package", "withdraw", "org.example.rooms", "1.0", "--reason", "Loses rooms.")
        let file = "\(publisher.sandbox.folder)/Rooms-1.0.ipa"
        let again = try publisher.store("publish", file, "--channel", "stable", "--rollout", "30")
        let commands = again.errors.split(separator: "\n").compactMap { line in
            line.firstRange(of: "catalog-server ").map { line[$0.upperBound...].split(separator: " ").map(String.init) }
        }
        #expect(commands.map { $0[1] } == ["restore", "channel", "rollout"], "\(again.errors)")
        for command in commands { try server.administer(command) }
        let last = try publisher.store("publish", file, "--rollout", "30")
        #expect(
            last.errors
                == "launcher: Rooms 1.0 (org.example.rooms) is already published at \(server.address), from the same file: "
                + "channel stable, for 30 % of its users.\n")
    }

    @Test("A token that is moved from its login to a token command keeps working")
    func movedToken() throws {
        try publish("1.0")
        try server.administer("grant", "add", "org.example.rooms", "everyone")
        try logIn(testServer, "ada", "a password of ada")
        let name = try #require(testServer.files(below: ".config").first)
        let text = try Data(contentsOf: URL(filePath: "\(testServer.sandbox.folder)/home/.config/\(name)"))
        let login = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let token = try #require(login["token"] as? String)
        try Data(token.utf8).write(to: URL(filePath: "\(testServer.sandbox.folder)/token"))
        let moved = try testServer.store("login", server.address, "--token-command", "cat token")
        #expect(moved.status == 0, "\(moved.errors)")
        #expect(try testServer.store("install", "rooms").status == 0)
        try server.administer("user", "disable", "ada")
        #expect(
            try blockUntil { try testServer.store("catalog").errors.contains("The token command “cat token” printed") })
    }

    @Test("A changed password works from then on, and a disabled user gets nothing")
    func accounts() throws {
        try logIn(testServer, "ada", "a password of ada")
        let changed = try testServer.run(
            ["password", "--password-stdin"], input: "a password of ada\na new one for ada\n")
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(try testServer.store("catalog").status == 0)
        let old = try testServer.run(
            ["login", server.address, "--user", "ada", "--password-stdin"], input: "a password of ada\n")
        #expect(old.status == 77)
        try logIn(testServer, "ada", "a new one for ada")
        try server.administer("user", "disable", "ada")
        #expect(try blockUntil { try testServer.store("catalog").status == 77 })
        #expect(try testServer.store("catalog").output.isEmpty)
        #expect(try testServer.store("logout").status == 0)
    }

    @Test("An upload whose last byte arrived before the server was killed is completed")
    func killedAtEnd() throws {
        let file = try publisher.sandbox.makePackage(version: "1.0", payload: 1 << 20)
        let digest = try publisher.release(file, version: "1.0", channel: .stable).sha256
        // What such a server leaves behind; the administrator is its first user.
        let uploads = "\(server.folder)/data/uploads/1"
        try FileManager.default.createDirectory(atPath: uploads, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: file, toPath: "\(uploads)/\(digest).part")
        let published = try publisher.store("publish", file)
        #expect(published.status == 0, "\(published.errors)")
        let requests = server.log.split(separator: "\n").filter { $0.contains(digest) && $0.contains("\"PUT\"") }
        #expect(requests.count == 1 && requests[0].contains("\"status\":201"), "\(requests)")
        try server.administer("grant", "add", "org.example.rooms", "everyone")
        try logIn(testServer, "ada", "a password of ada")
        #expect(try testServer.store("install", "rooms").status == 0)
    }

    @Test("A server killed during transfers loses nothing that it had confirmed")
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
        try logIn(testServer, "ada", "a password of ada")
        let download = try testServer.sandbox.start(["install", "rooms"])
        Thread.sleep(forTimeInterval: 0.15)
        server.kill()
        try server.start()
        download.waitUntilExit()
        if download.terminationStatus != 0 { #expect(try testServer.store("install", "rooms").status == 0) }
        #expect(try testServer.rooms?.version == "1.0" && testServer.parts.isEmpty)
    }
}
