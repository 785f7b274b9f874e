import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Logging in and out")
struct LoginTests {
    let testServer: TestServer

    init() throws { testServer = try TestServer() }

    var loginFile: String {
        get throws {
            "\(testServer.sandbox.folder)/home/.config/app-groups/servers/\(try #require(testServer.files(below: ".config").first).split(separator: "/").last ?? "")"
        }
    }

    @Test("A login keeps the token only in a private file, and never shows it or the password")
    func keepsToken() throws {
        let releases = try testServer.open()
        #expect(!releases.isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: try loginFile)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        for command in ["catalog", "update", "install"] {
            let answer = try testServer.store(command, "rooms")
            #expect(!answer.output.contains(TestServer.token) && !answer.errors.contains(TestServer.token))
        }
        let holders = try Finished.run(
            ["/bin/grep", "-rl", TestServer.token, testServer.sandbox.folder], environment: [:])
        #expect(holders.output == "\(try loginFile)\n")
        #expect(
            try Finished.run(["/bin/grep", "-rl", "secret", testServer.sandbox.folder], environment: [:]).output.isEmpty
        )
        let login = try #require(testServer.server.requests("POST", "/v1/login").first)
        #expect(login.headers["authorization"] == nil && login.body.contains(#""password":"secret""#))
    }

    @Test("A login needs no group and offers the catalog's apps")
    func offers() throws {
        try testServer.open()
        #expect(try testServer.sandbox.registry.offers().map(\.app) == ["org.example.rooms"])
        #expect(try testServer.sandbox.registry.offers().first?.source.description == testServer.server.address)
    }

    @Test("Logins at several servers stay apart, and commands for one server ask which one")
    func severalServers() throws {
        try testServer.open()
        let other = try ScriptedServer(try testServer.answers([]))
        #expect(
            try testServer.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n").status == 0)
        #expect(try testServer.store("logout").status == 64)
        for words in [["catalog"], ["install", "rooms"], ["update"], ["logout"]] {
            let part = words == ["logout"] ? ["127.0"] : ["--server", "127.0"]
            let ambiguous = try testServer.run(words + part, input: "")
            #expect(ambiguous.status == 64 && ambiguous.errors.contains(other.address), "\(ambiguous)")
        }
        #expect(testServer.server.requests("GET", "/files/1.0").isEmpty)
        let catalog = try testServer.store("catalog")
        #expect(catalog.output.contains("SERVER") && catalog.output.contains("Rooms"))
        #expect(try testServer.store("logout", other.address).status == 0)
        #expect(try testServer.store("logout").status == 0)
        #expect(try testServer.store("catalog").status == 77)
    }

    @Test("Logging out names the server as “launcher logout” takes it, and an empty name ends no login")
    func logoutAdvice() throws {
        try testServer.open()
        let empty = try testServer.store("logout", "")
        #expect(empty.status == 64 && empty.errors.contains("is empty"), "\(empty.errors)")
        let other = try ScriptedServer(try testServer.answers([]))
        try testServer.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n")
        let unknown = try testServer.store("logout", "nowhere")
        #expect(unknown.status == 77 && unknown.errors.hasSuffix(". No login has ended.\n"), "\(unknown.errors)")
        for login in ["\(testServer.server.address) as ada", "\(other.address) as bob"] {
            #expect(unknown.errors.contains(login), "\(unknown.errors)")
        }
        let which = try testServer.store("logout")
        #expect(which.status == 64 && which.errors.contains("Choose one: launcher logout http://"), "\(which.errors)")
        #expect(try testServer.store("logout", other.address).status == 0)
        #expect(try testServer.store("logout").status == 0)
    }

    @Test("Logging out at one server leaves the offers of another")
    func marksOfAnother() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.1"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        try #require(try testServer.store("install", "rooms").status == 0)
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try #require(try testServer.store("update", "--check").status == 0)
        let other = try ScriptedServer(try testServer.answers([]))
        #expect(
            try testServer.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n").status == 0)
        #expect(try testServer.store("logout", other.address).status == 0)
        #expect(try testServer.rooms?.availableVersion == "1.1")
        #expect(try testServer.store("logout").status == 0)
        #expect(try testServer.rooms?.availableVersion == nil)
    }

    @Test("A login at a server that has another group now takes back the offers and marks of the earlier one")
    func otherGroup() throws {
        let (releases, files) = try testServer.makeReleases(["1.0", "1.1"])
        try testServer.server.script(try testServer.answers([testServer.package([releases[0]])], files: files))
        try testServer.logIn()
        try #require(try testServer.store("install", "rooms").status == 0)
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        try #require(try testServer.store("update", "--check").status == 0)
        #expect(try testServer.rooms?.availableVersion == "1.1")
        try testServer.server.script(try testServer.answers([], group: "org.example.others"))
        try testServer.logIn()
        #expect(try testServer.rooms?.availableVersion == nil && testServer.sandbox.registry.offers().isEmpty)
    }

    @Test("A new login at the same server ends the earlier one")
    func again() throws {
        try testServer.open()
        try testServer.server.script(try testServer.answers([], token: "another-token"))
        try testServer.logIn()
        let ended = testServer.server.requests("POST", "/v1/logout").map { $0.headers["authorization"] }
        #expect(ended == ["Bearer \(TestServer.token)"])
        #expect(try testServer.files(below: ".config").count == 1)
    }

    @Test(
        "A new login and logging out end an earlier login even if others may read its file", arguments: [true, false])
    func exposed(isAgain: Bool) throws {
        try testServer.open()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: try loginFile)
        if isAgain {
            try testServer.server.script(try testServer.answers([], token: "another-token"))
            try testServer.logIn()
        } else {
            #expect(try testServer.store("logout").status == 0)
        }
        let ended = testServer.server.requests("POST", "/v1/logout").map { $0.headers["authorization"] }
        #expect(ended == ["Bearer \(TestServer.token)"])
        #expect(try testServer.store("catalog").status == (isAgain ? 0 : 77))
    }

    @Test("A new login warns that the earlier one may still be open if its file cannot be read or the server refuses")
    func notEnded() throws {
        try testServer.open()
        let file = try loginFile
        let login = ["login", testServer.server.address, "--user", "ada", "--password-stdin"]
        for damage in [#"echo "{}" >"$0""#, #"chmod 620 "$0""#] {
            _ = try Finished.run(["/bin/sh", "-c", damage, file], environment: ["PATH": "/bin:/usr/bin"])
            let unread = try testServer.run(login, input: "secret\n")
            #expect(unread.status == 0 && unread.errors.contains("may still be open"), "\(unread.errors)")
        }
        #expect(testServer.server.requests("POST", "/v1/logout").isEmpty)
        var script = try testServer.answers([], token: "another-token")
        script["POST /v1/logout"] = [["status": 403]]
        try testServer.server.script(script)
        let refused = try testServer.run(login, input: "secret\n")
        let said = "Your earlier session at \(testServer.server.address) could not be ended: "
        #expect(refused.status == 0 && refused.errors.contains(said), "\(refused.errors)")
    }

    @Test("A login works if its server is named, even if another login's file is damaged")
    func named() throws {
        try testServer.open()
        let file = try loginFile
        let other = try ScriptedServer(try testServer.answers([]))
        try testServer.run(["login", other.address, "--user", "bob", "--password-stdin"], input: "x\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        for name in [other.address, "127.0.0.1:\(other.port)", "\(other.port)"] {
            let catalog = try testServer.store("catalog", "--server", name)
            #expect(catalog.status == 0, "\(catalog.errors)")
        }
        for name in [testServer.server.address, "127.0.0.1:\(testServer.server.port)", "HTTP://127.0.0.1"] {
            let refused = try testServer.store("catalog", "--server", name)
            #expect(refused.status == 77 && refused.errors.contains("chmod 600 \(file)"), "\(refused.errors)")
        }
        #expect(try testServer.store("catalog").status == 77)
        let logout = try testServer.store("logout", other.address)
        #expect(logout.status == 0, "\(logout.errors)")
    }

    /// The file with the last known catalog.
    private var catalogFile: String {
        get throws {
            let file = try #require(testServer.files(below: ".cache").first { $0.hasSuffix(".json") })
            return "\(testServer.sandbox.folder)/home/.cache/\(file)"
        }
    }

    @Test("Logging out also deletes the drafts of the login and its catalog that killed commands left behind")
    func draft() throws {
        try testServer.open()
        for file in [try loginFile, try catalogFile] {
            try Data(TestServer.token.utf8).write(to: URL(filePath: "\(file).0123456789abcdef.new"))
        }
        #expect(try testServer.store("catalog").status == 0)
        #expect(try testServer.store("logout").status == 0)
        #expect(try testServer.files(below: ".config").isEmpty && testServer.files(below: ".cache").isEmpty)
    }

    @Test("Logging out ends and deletes the login even if one of its drafts can't be deleted, and names that draft")
    func stuckDraft() throws {
        try testServer.open()
        let file = try loginFile
        // A file that something is mounted on can't be deleted.
        let script = #"echo >"$1" && mount --bind "$1" "$1" || exit 99; "$0" logout"#
        let draft = "\(file).0123456789abcdef.new"
        let answer = try testServer.sandbox.withOwnMounts(script, draft)
        #expect(answer.status == 77 && answer.errors.contains("\(draft) cannot be deleted: "), "\(answer)")
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(testServer.server.requests("POST", "/v1/logout").count == 1)
    }

    @Test("If a login can't be deleted, logging out says so, even if the registry can't be read, and ends the session")
    func stuckLogin() throws {
        try testServer.open()
        let (file, registry) = (try loginFile, "\(testServer.sandbox.container)/registry.sqlite")
        for ending in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: registry + ending) }
        try Data(repeating: 0x55, count: 8192).write(to: URL(filePath: registry))
        // A file that something is mounted on can't be deleted.
        let answer = try testServer.sandbox.withOwnMounts(#"mount --bind "$1" "$1" || exit 99; "$0" logout"#, file)
        #expect(answer.status == 77 && answer.errors.contains("\(file) cannot be deleted: "), "\(answer)")
        #expect(answer.errors.contains("The session at \(testServer.server.address) has ended."), "\(answer)")
        #expect(answer.errors.contains("registry.sqlite") && !answer.errors.contains("Logged out of"), "\(answer)")
    }

    @Test("A catalog that is kept takes the place of drafts that were left a day ago, but not of newer ones")
    func oldDrafts() throws {
        try testServer.open()
        let (old, new) = (try "\(catalogFile).0123456789abcdef.new", try "\(catalogFile).fedcba9876543210.new")
        for draft in [old, new] { try Data().write(to: URL(filePath: draft)) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now.addingTimeInterval(-2 * 86_400)], ofItemAtPath: old)
        #expect(try testServer.store("catalog").status == 0)
        #expect(!FileManager.default.fileExists(atPath: old) && FileManager.default.fileExists(atPath: new))
    }

    @Test("Logging out removes the offers even if the server cannot be reached")
    func logout() throws {
        try testServer.open()
        testServer.server.stop()
        let answer = try testServer.store("logout")
        #expect(answer.status == 0 && answer.errors.contains("has not been told"))
        #expect(try testServer.files(below: ".config").isEmpty && testServer.files(below: ".cache").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: testServer.sandbox.container))
    }

    @Test("Logging out ends the session at the server even if the registry cannot be read")
    func damagedRegistry() throws {
        try testServer.open()
        let registry = "\(testServer.sandbox.container)/registry.sqlite"
        for ending in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: registry + ending) }
        try Data(repeating: 0x55, count: 8192).write(to: URL(filePath: registry))
        let answer = try testServer.store("logout")
        #expect(answer.status == 65 && answer.errors.contains("Logged out of"), "\(answer.errors)")
        #expect(testServer.server.requests("POST", "/v1/logout").count == 1)
        #expect(try testServer.files(below: ".config").isEmpty)
    }

    @Test("A login ends at the server if its token cannot be kept")
    func unkept() throws {
        try testServer.server.script(try testServer.answers([]))
        try Data().write(to: URL(filePath: "\(testServer.sandbox.folder)/home/.config"))
        let login = try testServer.run(
            ["login", testServer.server.address, "--user", "ada", "--password-stdin"], input: "secret\n")
        #expect(login.status == 73, "\(login.errors)")
        #expect(
            testServer.server.requests("POST", "/v1/logout").first?.headers["authorization"]
                == "Bearer \(TestServer.token)")
    }

    @Test("A login on a read-only file system is refused with the status of a missing permission")
    func readOnly() throws {
        try testServer.server.script(try testServer.answers([]))
        let script = """
            mkdir "$HOME/.config" && mount -t tmpfs -o ro none "$HOME/.config" || exit 99
            echo secret | "$0" login "$1" --user ada --password-stdin
            """
        let login = try testServer.sandbox.withOwnMounts(script, testServer.server.address)
        #expect(login.status == 77 && login.errors.contains("check its permissions"), "\(login)")
    }

    @Test("A login whose catalog can't be read has succeeded, and says why nothing is offered")
    func unreadableCatalog() throws {
        var script = try testServer.answers([])
        script["GET /v1/catalog"] = [["text": "<html>"]]
        try testServer.server.script(script)
        let login = try testServer.run(
            ["login", testServer.server.address, "--user", "ada", "--password-stdin"], input: "secret\n")
        let said = "Logged in to \(testServer.server.address) as ada. What it offers you can't be read yet: "
        #expect(login.status == 0 && login.errors.contains(said), "\(login.errors)")
        #expect(try testServer.files(below: ".config").count == 1)
    }

    @Test("A login that timed out may be tried again")
    func tooSlow() throws {
        try testServer.server.script(["POST /v1/login": [["status": 408]]])
        let login = try testServer.run(
            ["login", testServer.server.address, "--user", "ada", "--password-stdin"], input: "secret\n")
        #expect(login.status == 75 && login.errors.contains("in time; try again"), "\(login.errors)")
    }

    @Test(
        "A login's file is refused if others may read it, if it is a link, or if it holds something else",
        arguments: [("chmod 644", 77), ("chmod 620", 77), ("ln", 77), ("text", 78), ("huge", 65), ("other", 78)]
            as [(String, Int32)])
    func looseFile(what: String, status: Int32) throws {
        try testServer.open()
        let file = try loginFile
        let text = try String(contentsOfFile: file, encoding: .utf8)
        switch what {
        case "ln":
            try FileManager.default.moveItem(atPath: file, toPath: "\(file).moved")
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "\(file).moved")
        case "text": try Data("{}".utf8).write(to: URL(filePath: file))
        case "huge": try Data(repeating: 32, count: 1 << 20).write(to: URL(filePath: file))
        case "other":
            try Data(text.replacingOccurrences(of: testServer.server.address, with: "https://evil.example").utf8).write(
                to: URL(filePath: file))
        default:
            _ = try Finished.run(["/bin/sh", "-c", "\(what) '\(file)'"], environment: ["PATH": "/bin:/usr/bin"])
        }
        if ["text", "huge", "other"].contains(what) {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        }
        let answer = try testServer.store("catalog")
        #expect(answer.status == status && answer.errors.contains(file), "\(answer.errors)")
        #expect(testServer.server.requests("GET", "/v1/catalog").count == 1)
    }

    @Test(
        "A failed login says why",
        arguments: [
            (401, "wrongCredentials", 77, "user with this password"), (429, "tooManyAttempts", 75, "in 90 seconds"),
            (503, "overloaded", 75, "in 90 seconds"), (503, "busy", 75, "says: Disabled."),
            (403, "forbidden", 77, "Disabled."), (404, "x", 66, "Disabled."),
            (418, "x", 76, "418"),
        ] as [(Int, String, Int32, String)])
    func refusals(status: Int, code: String, exit: Int32, words: String) throws {
        try testServer.server.script([
            "POST /v1/login": [
                [
                    "status": status, "headers": ["Retry-After": "90"],
                    "text": #"{"error":{"code":"\#(code)","message":"Disabled."}}"#,
                ]
            ]
        ])
        let login = try testServer.run(
            ["login", testServer.server.address, "--user", "ada", "--password-stdin"], input: "x\n")
        #expect(login.status == exit && login.errors.contains(words), "\(login.errors)")
        #expect(testServer.server.requests.count == 1)
        #expect(try testServer.files(below: ".config").isEmpty)
    }

    @Test("A web server that is no catalog server is named as such, whether it is asked for a login or for apps")
    func otherServer() throws {
        let page: [ScriptedServer.Answer] = [["status": 404, "text": "<h1>Not Found</h1>"]]
        let sentence = "does not answer like a catalog server (status 404); check the address."
        try testServer.server.script(["POST /v1/login": page])
        let login = try testServer.run(
            ["login", testServer.server.address, "--user", "ada", "--password-stdin"], input: "x\n")
        #expect(login.status == 76 && login.errors.contains(sentence), "\(login.errors)")
        try testServer.open()
        try testServer.server.script(["GET /v1/catalog": page])
        for words in [["catalog"], ["update"], ["install", "rooms"]] {
            let answer = try testServer.store(words)
            #expect(answer.status == 76 && answer.errors.contains(sentence), "\(words): \(answer.errors)")
        }
    }

    @Test("A password is never sent to the target of a redirection", arguments: [301, 302, 303, 307, 308])
    func redirectedLogin(status: Int) throws {
        let thief = try ScriptedServer(try testServer.answers([]))
        try testServer.server.script([
            "POST /v1/login": [["status": status, "headers": ["Location": "\(thief.address)/v1/login"]]]
        ])
        let login = try testServer.run(
            ["login", testServer.server.address, "--user", "ada", "--password-stdin"], input: "x\n")
        #expect(login.status == 76 && login.errors.contains(thief.address), "\(login.errors)")
        #expect(thief.requests.isEmpty)
    }

    @Test("Without a terminal, a login needs a name and a password, and it refuses http to other machines")
    func nobodyThere() throws {
        #expect(
            try testServer.run(["login", testServer.server.address, "--user", "ada", "--password-stdin"], input: "")
                .status == 64)
        #expect(
            try testServer.run(["login", testServer.server.address, "--password-stdin"], input: "x\n").status == 64)
        #expect(
            try testServer.run(["login", "http://example.com", "--user", "a", "--password-stdin"], input: "x\n").status
                == 77)
        #expect(testServer.server.requests.isEmpty)
    }
}
