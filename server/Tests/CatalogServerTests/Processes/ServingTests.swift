import Accounts
import AppCatalog
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

/// Behavior that only the real program shows. Each test runs its own.
struct ServingTests {
    @Test func `The first start prints the administrator's password once and never logs a password or token`()
        async throws
    {
        let folder = try TemporaryFolder()
        let server = try await ServerProcess(in: folder)
        let said = try #require(server.log.split(separator: "\n").first { $0.contains("is the first administrator") })
        let password = try #require(said.firstMatch(of: #/administrator: ([a-z0-9-]{23}) /#)?.output.1)
        let body = #"{"user": "admin", "password": "\#(password)"}"#
        let answer = try await server.curl("/v1/login", "--data", body)
        #expect(answer.status == 200)
        let token = try JSONDecoder().decode(LoginAnswer.self, from: Data(answer.body.utf8)).token
        #expect(
            try await server.curl("/v1/sessions?token=\(token)", "--header", "Authorization: Bearer \(token)").status
                == 200)
        for path in ["file", "", "nothing"] { _ = try await server.curl("/v1/links/\(token)/\(path)") }
        #expect(server.end(SIGTERM) == 0)

        let entries = server.log.split(separator: "\n").filter { $0 != said }
        #expect(!entries.isEmpty)
        for entry in entries {
            _ = try JSONSerialization.jsonObject(with: Data(entry.utf8))
            #expect(!entry.contains(password) && !entry.contains(token))
        }
        let file = "\(folder.path)/data/\(SQLiteCatalogStore.fileName)"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let again = try await ServerProcess.command(in: folder, "user", "list", "--format", "tsv")
        #expect(again.output.hasPrefix("admin\tadministrator\tenabled\t"))
    }

    @Test func `Each response has an X-Request-Id, which is the request in its line of the log`() async throws {
        let server = try await ServerProcess(in: try TemporaryFolder())
        var ids: Set<String> = []
        for (path, status) in [("/healthz", 200), ("/v1/sessions", 401), ("/nothing", 404)] {
            let answer = try await server.curl(path, "--include")
            #expect(answer.status == status)
            let id = try #require(answer.body.firstMatch(of: /(?i)x-request-id: (\S+)/)).1
            let line = try #require(server.log.split(separator: "\n").first { $0.contains(id) })
            let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(entry?["request"] as? String == String(id) && entry?["status"] as? Int == status, "\(line)")
            ids.insert(String(id))
        }
        #expect(ids.count == 3)
    }

    @Test func `A server without the packages says so when it starts, and when one is to be downloaded`() async throws {
        let folder = try TemporaryFolder()
        let token = try await StoreFixture.logIn("ada", role: .administrator, in: folder)
        let package = try SamplePackage(group: nil, in: folder)
        #expect(try await ServerProcess.command(in: folder, "package", "publish", package.path).status == 0)
        #expect(try await ServerProcess.command(in: folder, "grant", "add", "*", "everyone").status == 0)
        let copy = try await ServerProcess.command(in: folder, "backup", "\(folder.path)/copy")
        #expect(copy.errors.contains("\(folder.path)/data/blobs"), "\(copy)")
        try folder.remove("data/blobs")
        let server = try await ServerProcess(in: folder)
        let line = "Files of releases are missing"
        #expect(await comesTrue { server.log.contains(line) })
        let entry = server.log.split(separator: "\n").first { $0.contains(line) } ?? ""
        #expect(entry.contains("org.example.rooms 1.0") && entry.contains(#""count":"1""#), "\(entry)")
        let answer = try await server.curl(package.file, "--header", "Authorization: Bearer \(token.text)")
        #expect(
            answer.status == 404 && answer.body.contains(#""fileMissing""#)
                && answer.body.contains("no longer has the file of org.example.rooms 1.0"), "\(answer)")
    }

    /// The client never finishes the body of its request.
    @Test func `The server shuts down in time while a request is unfinished`() async throws {
        let folder = try TemporaryFolder()
        let server = try await ServerProcess(in: folder, ["--shutdown-seconds", "1"])
        let program = #"""
            import socket
            peer = socket.create_connection(("127.0.0.1", \#(server.port)))
            peer.sendall(b"POST /v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
            print("sent", flush=True)
            peer.settimeout(600)
            try: peer.recv(1)
            except OSError: pass
            """#
        let client = try RunningProcess(Python.interpreter.path, ["-c", program], environment: .current)
        try await client.line("sent")
        #expect(server.end(SIGTERM) == 0)
        _ = try await client.result()
    }

    @Test func `A server without requests does not say that it cuts some off`() async throws {
        let server = try await ServerProcess(in: try TemporaryFolder(), ["--shutdown-seconds", "0"])
        #expect(try await onThread { server.end(SIGTERM) } == 0)
        #expect(!server.log.contains("cut off"), "\(server.log)")
    }

    @Test func `The log says that requests are cut off only if one gets no answer`() async throws {
        struct Given: Encodable {
            let port: Int
            let process: Int32
        }
        let server = try await ServerProcess(in: try TemporaryFolder(), ["--shutdown-seconds", "1"])
        // The server asks for the body, so the request has begun. The body comes shortly before the server would cut it
        // off, or on a busy machine after that.
        let program = """
            import os, signal, socket, time
            peer = socket.create_connection(("127.0.0.1", given["port"]))
            peer.sendall(b"POST /v1/login HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 2\\r\\n"
                b"Expect: 100-continue\\r\\n\\r\\n")
            assert peer.recv(1000).startswith(b"HTTP/1.1 100 ")
            os.kill(given["process"], signal.SIGTERM)
            time.sleep(1.7)
            answer = b""
            try:
                peer.sendall(b"{}")
                answer = peer.recv(1000)
            except OSError: pass
            answer = answer.decode()
            """
        let answer: String = try await Python.run(
            program, given: Given(port: server.port, process: server.identifier))
        #expect(try await onThread { server.end(SIGTERM) } == 0)
        #expect(server.log.contains("cut off") == !answer.hasPrefix("HTTP/1.1 4"), "\(answer) \(server.log)")
    }

    @Test
    func `An upload that is cut off because the server stops is in the log, and keeps every byte that has arrived`()
        async throws
    {
        let folder = try TemporaryFolder()
        let token = try await StoreFixture.logIn("ada", role: .publisher, in: folder)
        let server = try await ServerProcess(in: folder, ["--shutdown-seconds", "10"])
        async let answer = sendHalf(to: server, token.text)
        func part() throws -> String? { try folder.files().keys.first { $0.hasSuffix(".part") } }
        // The rest of what was sent is read before the upload is cut off.
        #expect(await comesTrue { (try? part()) != nil })
        #expect(try await onThread { server.end(SIGTERM) } == 0)
        #expect(try await answer == 0)
        let path = try #require(try part())
        #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/\(path)")).count == 100_000)
        let line = server.log.split(separator: "\n").first { $0.contains(#""method":"PUT""#) } ?? ""
        #expect(line.contains(#""status":503"#) && line.contains(#""cut":"true""#), "\(line)")
        #expect(server.log.contains("Some requests are cut off because the server is stopping"))
    }

    /// Sends half of an upload, and waits until the connection ends.
    ///
    /// - Returns: How many bytes of an answer came, at most one.
    private func sendHalf(to server: ServerProcess, _ token: String) async throws -> Int {
        struct Given: Encodable {
            let port: Int
            let token: String
        }
        let program = """
            import socket
            connection = socket.create_connection(("127.0.0.1", given["port"]))
            connection.sendall((f"PUT /v1/uploads/{'0' * 64} HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 200000\\r\\n"
                f"Authorization: Bearer {given['token']}\\r\\n\\r\\n").encode() + bytes(100000))
            connection.settimeout(600)
            try: answer = len(connection.recv(1))
            except OSError: answer = 0
            """
        return try await Python.run(program, given: Given(port: server.port, token: token))
    }

    /// Nothing but its user's end cuts the upload off before the server would.
    @Test func `While the server stops, an upload is cut off when its user is disabled`() async throws {
        let folder = try TemporaryFolder()
        let token = try await StoreFixture.logIn("ada", role: .publisher, in: folder)
        let server = try await ServerProcess(in: folder, ["--shutdown-seconds", "40", "--transfer-seconds", "600"])
        async let answer = sendHalf(to: server, token.text)
        #expect(await comesTrue { (try? folder.files().keys.contains { $0.hasSuffix(".part") }) == true })
        kill(server.identifier, SIGTERM)
        #expect(try await comesTrue { try await server.curl("/healthz").status == 0 })
        #expect(try await ServerProcess.command(in: folder, "user", "disable", "ada").status == 0)
        #expect(try await answer == 0)
        #expect(try await server.status() == 0)
        #expect(!server.log.contains("Some requests are cut off"), "\(server.log)")
    }

    /// A command in another process that ends a user's session.
    enum Revocation: CaseIterable, Sendable {
        case disable, remove, session, password

        var command: [String] {
            switch self {
            case .disable: ["user", "disable", "ada"]
            case .remove: ["user", "remove", "ada"]
            case .session: ["session", "end", "ada", "session-of-ada"]
            case .password: ["user", "password", "ada"]
            }
        }
    }

    @Test(arguments: Revocation.allCases)
    func `A session that a command revokes is refused within a second`(_ revocation: Revocation) async throws {
        let folder = try TemporaryFolder()
        let root = try await StoreFixture.logIn("root", role: .administrator, in: folder)
        let ada = try await StoreFixture.logIn("ada", role: .user, in: folder)
        let server = try await ServerProcess(in: folder)
        func status(_ token: SessionToken) async throws -> Int {
            try await server.curl("/v1/sessions", "--header", "Authorization: Bearer \(token.text)").status
        }
        for _ in 0..<2 { #expect(try await status(ada) == 200) }
        let command = try await Finished.run(
            [ServerProcess.program] + revocation.command + ["--data", "\(folder.path)/data"])
        #expect(command.status == 0, "\(command.errors)")
        #expect(try await comesTrue { try await status(ada) == 401 })
        #expect(try await status(root) == 200)
    }

    @Test func `Concurrent writes by commands and by the server are all kept`() async throws {
        let folder = try TemporaryFolder()
        let root = try await StoreFixture.logIn("root", role: .administrator, in: folder)
        let server = try await ServerProcess(in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let command = try await ServerProcess.command(in: folder, "team", "add", "by-command-\(number)")
                    #expect(command.status == 0, "\(command.errors)")
                }
                group.addTask {
                    let answer = try await server.curl(
                        "/v1/admin/teams", "--data", #"{"name": "by-http-\#(number)"}"#, "--header",
                        "Authorization: Bearer \(root.text)")
                    #expect(answer.status == 201)
                }
            }
            try await group.waitForAll()
        }
        let teams = try await ServerProcess.command(in: folder, "team", "list", "--format", "tsv")
        #expect(teams.output.split(separator: "\n").count == 16)
    }

    @Test func `Every grant that was confirmed before the server was killed is stored, and none is incomplete`()
        async throws
    {
        let folder = try TemporaryFolder()
        let root = try await StoreFixture.logIn("root", role: .administrator, in: folder)
        var granted: Set<String> = []
        for round in 0..<4 {
            let server = try await ServerProcess(in: folder)
            let url = server.url
            let confirmed = Guarded(0)
            granted.formUnion(
                try await withThrowingTaskGroup(of: [String].self) { group in
                    for line in 0..<3 {
                        group.addTask {
                            try await Self.grantUntilKilled(
                                "com.example.r\(round).l\(line)", at: url, as: root, counting: confirmed)
                        }
                    }
                    try await Task.sleep(for: .milliseconds(700 + 300 * round))
                    #expect(await comesTrue { confirmed.value > 0 })
                    #expect(server.end(SIGKILL) == 128 + SIGKILL)
                    return try await group.reduce(into: []) { $0 += $1 }
                })
        }
        let list = try await ServerProcess.command(in: folder, "grant", "list", "--format", "tsv")
        let stored = Set(
            list.output.split(separator: "\n").compactMap {
                $0.split(separator: "\t").dropFirst().first.map(String.init)
            }
        )
        #expect(!granted.isEmpty)
        #expect(granted.subtracting(stored).isEmpty)
        let check = try await Finished.run([
            "/usr/bin/sqlite3", "\(folder.path)/data/\(SQLiteCatalogStore.fileName)",
            """
            PRAGMA integrity_check; SELECT count(*) FROM permission;
            SELECT count(*) FROM audit WHERE action = 'addGrant'
            """,
        ])
        #expect(check.output == "ok\n\(stored.count)\n\(stored.count)\n")
    }

    /// Grants one package after another to everyone until the server is gone.
    ///
    /// - Returns: The grants that the server confirmed.
    private static func grantUntilKilled(
        _ name: String, at url: String, as token: SessionToken, counting confirmed: Guarded<Int>
    ) async throws -> [String] {
        var granted: [String] = []
        for number in 0... {
            let package = "\(name).n\(number)"
            let finished = try await Finished.run([
                "/usr/bin/curl", "--silent", "--fail", "--output", "/dev/null", "--header",
                "Authorization: Bearer \(token.text)", "--data", #"{"subject": "everyone", "package": "\#(package)"}"#,
                "\(url)/v1/admin/grants",
            ])
            guard finished.status == 0 else { return granted }
            granted.append(package)
            confirmed.withLock { $0 += 1 }
        }
        return granted
    }

    @Test func `The log names the user that a login names, but no name that nobody has`() async throws {
        let folder = try TemporaryFolder()
        _ = try await StoreFixture.logIn("ada", role: .user, in: folder)
        let server = try await ServerProcess(in: folder)
        for (user, password, status) in [("ada", "wrong", 401), ("ada", "secret of ada", 200), ("typed", "wrong", 401)]
        {
            let login = #"{"user": "\#(user)", "password": "\#(password)"}"#
            #expect(try await server.curl("/v1/login", "--data", login).status == status)
        }
        #expect(server.end(SIGTERM) == 0)
        let requests = try server.log.split(separator: "\n").filter { $0.contains("/v1/login") }.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(requests.map { $0["user"] as? String } == ["ada", "ada", nil], "\(server.log)")
    }
}
