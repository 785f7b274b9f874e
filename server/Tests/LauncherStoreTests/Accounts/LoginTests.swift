import AppGroup
import Foundation
import Testing

@Suite("Logging in")
struct LoginTests {
    let shop: TestShop

    init() throws { shop = try TestShop() }

    var loginFile: String {
        get throws {
            "\(shop.sandbox.folder)/home/.config/app-groups/servers/\(try #require(shop.files(below: ".config").first).split(separator: "/").last ?? "")"
        }
    }

    @Test("keeps the token in a file of the user's own and nowhere else, and never shows it or the password")
    func keepsToken() throws {
        let releases = try shop.open()
        #expect(!releases.isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: try loginFile)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        for command in ["catalog", "update", "install"] {
            let answer = try shop.store(command, "rooms")
            #expect(!answer.output.contains(TestShop.token) && !answer.errors.contains(TestShop.token))
        }
        let holders = try Finished.run(["/bin/grep", "-rl", TestShop.token, shop.sandbox.folder], environment: [:])
        #expect(holders.output == "\(try loginFile)\n")
        #expect(try Finished.run(["/bin/grep", "-rl", "secret", shop.sandbox.folder], environment: [:]).output.isEmpty)
        let login = try #require(shop.server.requests("POST", "/v1/login").first)
        #expect(login.headers["authorization"] == nil && login.body.contains(#""password":"secret""#))
    }

    @Test("needs no group to be said, and offers what the catalogue has")
    func offers() throws {
        try shop.open()
        #expect(try shop.sandbox.family.offers().map(\.app) == ["org.example.rooms"])
        #expect(try shop.sandbox.family.offers().first?.source.description == shop.server.address)
    }

    @Test("at several servers keeps them apart, and wants one named where only one can be meant")
    func severalServers() throws {
        try shop.open()
        let other = try ScriptedServer(try shop.answers([]))
        #expect(try shop.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n").status == 0)
        #expect(try shop.store("logout").status == 64)
        let catalog = try shop.store("catalog")
        #expect(catalog.output.contains("SERVER") && catalog.output.contains("Rooms"))
        #expect(try shop.store("logout", other.address).status == 0)
        #expect(try shop.store("logout").status == 0)
        #expect(try shop.store("catalog").status == 77)
    }

    @Test("ends at one server without a word about what another has")
    func marksOfAnother() throws {
        let (releases, files) = try shop.makeReleases(["1.0", "1.1"])
        try shop.server.script(try shop.answers([shop.package([releases[0]])], files: files))
        try shop.logIn()
        try #require(try shop.store("install", "rooms").status == 0)
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        try #require(try shop.store("update", "--check").status == 0)
        let other = try ScriptedServer(try shop.answers([]))
        #expect(try shop.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n").status == 0)
        #expect(try shop.store("logout", other.address).status == 0)
        #expect(try shop.rooms?.availableVersion == "1.1")
        #expect(try shop.store("logout").status == 0)
        #expect(try shop.rooms?.availableVersion == nil)
    }

    @Test("again at the same server ends the login before")
    func again() throws {
        try shop.open()
        try shop.server.script(try shop.answers([], token: "another-token"))
        try shop.logIn()
        let ended = shop.server.requests("POST", "/v1/logout").map { $0.headers["authorization"] }
        #expect(ended == ["Bearer \(TestShop.token)"])
        #expect(try shop.files(below: ".config").count == 1)
    }

    @Test("again, and logging out, end the login before, whoever may read its file", arguments: [true, false])
    func exposed(isAgain: Bool) throws {
        try shop.open()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: try loginFile)
        if isAgain {
            try shop.server.script(try shop.answers([], token: "another-token"))
            try shop.logIn()
        } else {
            #expect(try shop.store("logout").status == 0)
        }
        let ended = shop.server.requests("POST", "/v1/logout").map { $0.headers["authorization"] }
        #expect(ended == ["Bearer \(TestShop.token)"])
        #expect(try shop.store("catalog").status == (isAgain ? 0 : 77))
    }

    @Test("again says that the login before may be open where what proved it can't be read, or the server refuses")
    func notEnded() throws {
        try shop.open()
        let file = try loginFile
        let login = ["login", shop.server.address, "--user", "ada", "--password-stdin"]
        for damage in [#"echo "{}" >"$0""#, #"chmod 620 "$0""#] {
            _ = try Finished.run(["/bin/sh", "-c", damage, file], environment: ["PATH": "/bin:/usr/bin"])
            let unread = try shop.run(login, input: "secret\n")
            #expect(unread.status == 0 && unread.errors.contains("may still be open"), "\(unread.errors)")
        }
        #expect(shop.server.requests("POST", "/v1/logout").isEmpty)
        var script = try shop.answers([], token: "another-token")
        script["POST /v1/logout"] = [["status": 403]]
        try shop.server.script(script)
        let refused = try shop.run(login, input: "secret\n")
        #expect(refused.status == 0 && refused.errors.contains("before is not ended"), "\(refused.errors)")
    }

    @Test("at a server that is named serves, whatever is wrong with the file of another")
    func named() throws {
        try shop.open()
        let file = try loginFile
        let other = try ScriptedServer(try shop.answers([]))
        try shop.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        for name in [other.address, "127.0.0.1:\(other.port)", "\(other.port)"] {
            let catalog = try shop.store("catalog", "--server", name)
            #expect(catalog.status == 0, "\(catalog.errors)")
        }
        for name in [shop.server.address, "127.0.0.1:\(shop.server.port)", "HTTP://127.0.0.1"] {
            let refused = try shop.store("catalog", "--server", name)
            #expect(refused.status == 77 && refused.errors.contains("chmod 600 \(file)"), "\(refused.errors)")
        }
        #expect(try shop.store("catalog").status == 77)
        let logout = try shop.store("logout", other.address)
        #expect(logout.status == 0, "\(logout.errors)")
    }

    @Test("ends by logging out, with what a process that was killed while it logged in left of the token")
    func draft() throws {
        try shop.open()
        let draft = "\(try loginFile).1x2y3z.new"
        try Data(TestShop.token.utf8).write(to: URL(filePath: draft))
        #expect(try shop.store("catalog").status == 0)
        #expect(try shop.store("logout").status == 0)
        #expect(try shop.files(below: ".config").isEmpty)
    }

    @Test("ends by logging out, with what was offered, even where the server cannot be told")
    func logout() throws {
        try shop.open()
        shop.server.stop()
        let answer = try shop.store("logout")
        #expect(answer.status == 0 && answer.errors.contains("does not know yet"))
        #expect(try shop.files(below: ".config").isEmpty && shop.files(below: ".cache").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: shop.sandbox.container))
    }

    @Test("ends at the server, too, where the registry can't be read")
    func damagedRegistry() throws {
        try shop.open()
        let registry = "\(shop.sandbox.container)/registry.sqlite"
        for ending in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: registry + ending) }
        try Data(repeating: 0x55, count: 8192).write(to: URL(filePath: registry))
        let answer = try shop.store("logout")
        #expect(answer.status == 65 && answer.errors.contains("Logged out at"), "\(answer.errors)")
        #expect(shop.server.requests("POST", "/v1/logout").count == 1)
        #expect(try shop.files(below: ".config").isEmpty)
    }

    @Test("is ended at the server where its token can't be kept")
    func unkept() throws {
        try shop.server.script(try shop.answers([]))
        try Data().write(to: URL(filePath: "\(shop.sandbox.folder)/home/.config"))
        let login = try shop.run(
            ["login", shop.server.address, "--user", "ada", "--password-stdin"], input: "secret\n")
        #expect(login.status == 73, "\(login.errors)")
        #expect(
            shop.server.requests("POST", "/v1/logout").first?.headers["authorization"] == "Bearer \(TestShop.token)")
    }

    @Test("that did not arrive in time may be tried again")
    func tooSlow() throws {
        try shop.server.script(["POST /v1/login": [["status": 408]]])
        let login = try shop.run(
            ["login", shop.server.address, "--user", "ada", "--password-stdin"], input: "secret\n")
        #expect(login.status == 75 && login.errors.contains("in time; try again"), "\(login.errors)")
    }

    @Test("takes the token from a command of the user's each time, and never keeps it")
    func tokenCommand() throws {
        let (releases, files) = try shop.makeReleases(["1.0"])
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        let command = "echo \(TestShop.token); echo run >>'\(shop.sandbox.folder)/runs'"
        let login = try shop.store("login", shop.server.address, "--token-command", command)
        #expect(login.status == 0, "\(login.errors)")
        #expect(try shop.store("install", "rooms").status == 0)
        let runs = try String(contentsOfFile: "\(shop.sandbox.folder)/runs", encoding: .utf8)
        #expect(runs.split(separator: "\n").count >= 2)
        let download = try #require(shop.server.requests("GET", "/files/1.0").first)
        #expect(download.headers["authorization"] == "Bearer \(TestShop.token)")
        #expect(try shop.store("logout").status == 0)
        #expect(shop.server.requests("POST", "/v1/logout").isEmpty)
        #expect(try String(contentsOfFile: "\(shop.sandbox.folder)/runs", encoding: .utf8) == runs)
    }

    @Test("goes on by a command that prints the very token which was kept before")
    func tokenMoves() throws {
        try shop.open()
        let command = "echo \(TestShop.token)"
        let login = try shop.store("login", shop.server.address, "--token-command", command)
        #expect(login.status == 0, "\(login.errors)")
        #expect(shop.server.requests("POST", "/v1/logout").isEmpty)
        #expect(try !String(contentsOfFile: try loginFile, encoding: .utf8).contains(#""token" "#))
        #expect(try shop.store("catalog").status == 0)
        let other = try shop.store("login", shop.server.address, "--token-command", "echo another-token")
        #expect(other.status == 0 && shop.server.requests("POST", "/v1/logout").isEmpty, "\(other.errors)")
    }

    @Test("by a command blames the command where the server does not take its token")
    func unknownToken() throws {
        try shop.server.script(["GET /v1/catalog": [["status": 401]]])
        let login = try shop.store("login", shop.server.address, "--token-command", "echo \(TestShop.token)x")
        #expect(
            login.errors
                == "launcher: The token command “echo \(TestShop.token)x” printed a token that \(shop.server.address) does not "
                + "know, or that has ended. Repair it, or log in again with another one.\n")
        #expect(try login.status == 77 && shop.files(below: ".config").isEmpty)
    }

    @Test(
        "says what is wrong with a token command, and not what it printed",
        arguments: [
            "exit 3", "echo sEcReT two", "printf 'sEcReT\\nsEcReT\\n'", "true", "yes sEcReT", "printf 'sE\\001cReT'",
        ])
    func badTokenCommand(command: String) throws {
        let login = try shop.store("login", shop.server.address, "--token-command", command)
        #expect(login.status == 77 && login.errors.contains("token command"))
        #expect(!login.errors.replacingOccurrences(of: command, with: "").contains("sEcReT"))
    }

    @Test(
        "is refused for a file that others may read, that is a link, or holds something else",
        arguments: [("chmod 644", 77), ("chmod 620", 77), ("ln", 77), ("text", 78), ("huge", 65), ("other", 78)]
            as [(String, Int32)])
    func looseFile(what: String, status: Int32) throws {
        try shop.open()
        let file = try loginFile
        let text = try String(contentsOfFile: file, encoding: .utf8)
        switch what {
        case "ln":
            try FileManager.default.moveItem(atPath: file, toPath: "\(file).moved")
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "\(file).moved")
        case "text": try Data("{}".utf8).write(to: URL(filePath: file))
        case "huge": try Data(repeating: 32, count: 1 << 20).write(to: URL(filePath: file))
        case "other":
            try Data(text.replacingOccurrences(of: shop.server.address, with: "https://evil.example").utf8).write(
                to: URL(filePath: file))
        default:
            _ = try Finished.run(["/bin/sh", "-c", "\(what) '\(file)'"], environment: ["PATH": "/bin:/usr/bin"])
        }
        if ["text", "huge", "other"].contains(what) {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        }
        let answer = try shop.store("catalog")
        #expect(answer.status == status && answer.errors.contains(file), "\(answer.errors)")
        #expect(shop.server.requests("GET", "/v1/catalog").count == 1)
    }

    @Test(
        "says why it does not work",
        arguments: [
            (401, "wrongCredentials", 77, "user with this password"), (429, "tooManyAttempts", 75, "in 90 seconds"),
            (503, "overloaded", 75, "in 90 seconds"), (403, "forbidden", 77, "Disabled."), (404, "x", 66, "Disabled."),
            (418, "x", 76, "418"),
        ] as [(Int, String, Int32, String)])
    func refusals(status: Int, code: String, exit: Int32, words: String) throws {
        try shop.server.script([
            "POST /v1/login": [
                [
                    "status": status, "headers": ["Retry-After": "90"],
                    "text": #"{"error":{"code":"\#(code)","message":"Disabled."}}"#,
                ]
            ]
        ])
        let login = try shop.run(["login", shop.server.address, "--user", "ada", "--password-stdin"], input: "x\n")
        #expect(login.status == exit && login.errors.contains(words), "\(login.errors)")
        #expect(shop.server.requests.count == 1)
        #expect(try shop.files(below: ".config").isEmpty)
    }

    @Test("sends a password nowhere else, whatever the server redirects to", arguments: [301, 302, 303, 307, 308])
    func redirectedLogin(status: Int) throws {
        let thief = try ScriptedServer(try shop.answers([]))
        try shop.server.script([
            "POST /v1/login": [["status": status, "headers": ["Location": "\(thief.address)/v1/login"]]]
        ])
        let login = try shop.run(["login", shop.server.address, "--user", "ada", "--password-stdin"], input: "x\n")
        #expect(login.status == 76 && login.errors.contains(thief.address), "\(login.errors)")
        #expect(thief.requests.isEmpty)
    }

    @Test("wants a password and a name from somebody where nobody can be asked, and no http to elsewhere")
    func nobodyThere() throws {
        #expect(
            try shop.run(["login", shop.server.address, "--user", "ada", "--password-stdin"], input: "").status == 64)
        #expect(try shop.run(["login", shop.server.address, "--password-stdin"], input: "x\n").status == 64)
        #expect(
            try shop.run(["login", "http://example.com", "--user", "a", "--password-stdin"], input: "x\n").status == 77)
        #expect(shop.server.requests.isEmpty)
    }

    @Test("changes the password by two lines of standard input")
    func password() throws {
        try shop.open()
        var script = try shop.answers([])
        script["PUT /v1/password"] = [["status": 204]]
        try shop.server.script(script)
        let answer = try shop.run(["password", "--password-stdin"], input: "old\nnew one\n")
        #expect(answer.status == 0, "\(answer.errors)")
        let request = try #require(shop.server.requests("PUT", "/v1/password").first)
        #expect(request.body.contains(#""current":"old""#) && request.body.contains(#""new":"new one""#))
        #expect(request.headers["authorization"] == "Bearer \(TestShop.token)")
    }
}
