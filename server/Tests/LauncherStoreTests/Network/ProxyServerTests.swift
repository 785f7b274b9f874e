import AppGroup
import Foundation
import TestSupport
import Testing

@testable import LauncherStore

@Suite("Proxies")
struct ProxyServerTests {
    @Test(
        "Proxy variables are read as curl reads them",
        arguments: [
            ("http://proxy.example.com:3128", "proxy.example.com", 3128), ("proxy:80/", "proxy", 80),
            ("http://Proxy", "proxy", 1080), ("http://[::1]:8080", "::1", 8080), ("10.0.0.1:3128", "10.0.0.1", 3128),
        ])
    func isRead(text: String, host: String, port: Int) {
        let proxy = ProxyServer(text)
        #expect(proxy?.host == host && proxy?.port == port && proxy?.credentials == nil)
    }

    @Test("The user and the password in a proxy's URL are decoded")
    func credentials() {
        let proxy = ProxyServer("http://ada:a%20p%40ss:word@proxy:3128")
        #expect(proxy?.credentials == .init(user: "ada", password: "a p@ss:word") && proxy?.host == "proxy")
        #expect(ProxyServer("http://ada@proxy")?.credentials == .init(user: "ada", password: ""))
    }

    @Test(
        "A malformed proxy URL is refused without being shown",
        arguments: ["socks5://secret:1080", "https://secret:1", "http://", "secret:0", "http://:secret@proxy", "a b"])
    func isRefused(text: String) throws {
        let server = try ServerAddress("https://tools.example.com")
        let error = #expect(throws: ClientError.self) {
            try ProxyServer.between(here: ProcessEnvironment(["HTTPS_PROXY": text]), and: server)
        }
        #expect(error?.code == .configuration && error?.description.contains("secret") == false)
    }

    @Test(
        "The proxy is not used for excepted hosts or this machine",
        arguments: [
            ("https://tools.example.com", "", true), ("https://tools.example.com", "example.com", false),
            ("https://tools.example.com", "localhost, .example.com", false), ("https://tools.example.com", "*", false),
            ("https://tools.example.com", "tools.example.com:443", false),
            ("https://tools.example.com", "tools.example.com:8443", true),
            ("https://tools.example.com", "ample.com", true), ("https://tools.example.com", ".,,", true),
            ("https://localhost", "", false), ("http://127.0.0.1:8080", "", false), ("https://[::1]", "", false),
            ("https://[fd00::1]", "fd00::1", false), ("https://[fd00::1]", "[fd00::1]", false),
            ("https://[fd00::1]", "[fd00::1]:443", false), ("https://[fd00::1]", "[fd00::1]:8443", true),
            ("https://[fd00::443]", "fd00::443", false),
        ])
    func exceptions(server: String, excepted: String, isUsed: Bool) throws {
        let environment = ProcessEnvironment(["https_proxy": "http://proxy:3128", "no_proxy": excepted])
        let proxy = try ProxyServer.between(here: environment, and: ServerAddress(server))
        #expect((proxy != nil) == isUsed)
    }

    @Test("If nobody listens at the proxy's port, the message names the proxy")
    func nobodyListens() throws {
        let machine = try TestServer()
        let login = try machine.run(
            ["login", "https://tools.test", "--user", "ada", "--password-stdin"], input: "secret\n",
            environment: ["https_proxy": "http://127.0.0.1:\(try FreePort.take())"])
        #expect(login.status == 69 && login.errors.contains("the proxy does not answer"), "\(login.errors)")
    }

    @Test(
        "A proxy that cannot reach the server at the moment is asked again, unlike one that forbids it or is none",
        arguments: [
            ("502 Bad Gateway", 0, "cannot reach it at the moment", 2),
            ("503 Service Unavailable", 1, "cannot reach it at the moment", 2),
            ("504 Gateway Timeout", 0, "cannot reach it at the moment", 2),
            ("403 Forbidden", 0, "does not permit that, or is not an HTTP proxy", 1),
            ("200 OK", 1000, "does not permit that, or is not an HTTP proxy", 1),
        ] as [(String, Int, String, Int)])
    func noTunnel(status: String, fields: Int, reason: String, attempts: Int) async throws {
        // A thousand of these are more than libcurl takes.
        let field = "X-A: " + String(repeating: "a", count: 1000) + "\r\n"
        let server = try ScriptedServer()
        let proxy = try MeddlingProxy(to: server.port)
        let answer = "HTTP/1.1 \(status)\r\n" + String(repeating: field, count: fields) + "\r\n"
        try proxy.meddle(["connect": "", "answer": answer])
        let transport = try Transport(
            server: try ServerAddress("https://tools.test"), authorityFile: nil,
            environment: ProcessEnvironment(["https_proxy": "http://127.0.0.1:\(proxy.port)"]))
        let error = await #expect(throws: ClientError.self) {
            try await transport.answer(to: ServerRequest(.get, "/a"), limit: 100)
        }
        #expect(
            error?.code == .unreachable && error?.description.contains(reason) == true, "\(String(describing: error))")
        #expect(proxy.tunnels.components(separatedBy: "CONNECT ").count - 1 == attempts)
    }

    @Test("A download that is cut in the tunnel of an earlier request resumes by itself")
    func cutInTunnel() throws {
        let certificate = try TestCertificate()
        let testServer = try TestServer(certificate: certificate)
        let (releases, files) = try testServer.makeReleases(["1.0"], payload: 3 << 20)
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        let proxy = try MeddlingProxy(to: testServer.server.port)
        try proxy.meddle(["connect": "tools.test"])
        let through = ["https_proxy": "http://127.0.0.1:\(proxy.port)"]
        let login = try testServer.run(
            ["login", "https://tools.test", "--user", "ada", "--password-stdin", "--ca-file", certificate.file],
            input: "secret\n", environment: through)
        try #require(login.status == 0, "\(login.errors)")
        try proxy.meddle(["connect": "tools.test", "reset": 600_000])
        let install = try testServer.store("install", "rooms", environment: through)
        #expect(install.status == 0, "\(install.errors)")
        #expect(try testServer.rooms?.version == "1.0")
    }

    @Test(
        "A server that fails in the tunnel of an earlier request is not taken for a proxy that fails",
        arguments: [false, true])
    func failsInTunnel(isSilent: Bool) async throws {
        let certificate = try TestCertificate()
        let server = try ScriptedServer(
            ["GET /a": [["text": "fine"], isSilent ? ["delay": 600] : ["raw": "nonsense"]]], certificate: certificate)
        let proxy = try MeddlingProxy(to: server.port)
        try proxy.meddle(["connect": "tools.test"])
        let transport = try Transport(
            server: try ServerAddress("https://tools.test"), authorityFile: certificate.file, patience: .seconds(600),
            environment: ProcessEnvironment(["https_proxy": "http://127.0.0.1:\(proxy.port)"]))
        let request = ServerRequest(.get, "/a")
        #expect(try await transport.answerOnce(to: request, limit: 100).status == 200)
        let failure = await #expect(throws: TransportFailure.self) {
            try await transport.answerOnce(to: request, limit: 100, within: isSilent ? 2 : 0)
        }
        switch try #require(failure) {
        case .cut("nothing more came") where isSilent: break
        case .nonsense("its answer is not HTTP") where !isSilent: break
        case let other: throw other
        }
        #expect(proxy.tunnels.components(separatedBy: "CONNECT ").count - 1 == 1)
    }

    @Test("A login and an installation work through a proxy, which gets only its own credentials")
    func tunnels() throws {
        let certificate = try TestCertificate()
        let server = try RealServer(certificate: certificate)
        try server.administer("grant", "add", "*", "everyone")
        let (publisher, machine) = (try TestServer(), try TestServer())
        let direct = try publisher.run(
            ["login", server.address, "--user", "root", "--password-stdin", "--ca-file", certificate.file],
            input: RealServer.password)
        try #require(direct.status == 0, "\(direct.errors)")
        try #require(
            try publisher.store("publish", publisher.sandbox.makePackage(version: "1.0", payload: 1 << 20)).status == 0)

        let proxy = try MeddlingProxy(to: server.port)
        // “ada:secret”, in Base64.
        try proxy.meddle(["connect": "YWRhOnNlY3JldA=="])
        func store(_ words: [String], _ variables: [String: String]) throws -> Finished {
            try machine.run(words, input: RealServer.password, environment: variables)
        }
        let login = [
            "login", "https://tools.test", "--user", "root", "--password-stdin", "--ca-file", certificate.file,
        ]
        let wrong = try store(login, ["https_proxy": "http://ada:wrong@127.0.0.1:\(proxy.port)"])
        #expect(wrong.status == 69 && wrong.errors.contains("a different user and password"), "\(wrong.errors)")
        let through = ["https_proxy": "http://ada:secret@127.0.0.1:\(proxy.port)"]
        let excepted = try store(login, through.merging(["no_proxy": ".test"]) { $1 })
        #expect(excepted.status == 69 && excepted.errors.contains("no such host"), "\(excepted.errors)")
        let right = try store(login, through)
        try #require(right.status == 0, "\(right.errors)")
        #expect(try store(["install", "rooms"], through).status == 0)
        #expect(try machine.rooms?.version == "1.0")
        #expect(proxy.tunnels.contains("CONNECT tools.test:443 ") && !proxy.tunnels.contains("Bearer"))
    }

    @Test("A download that is redirected is reached without the proxy if its own host is excepted")
    func redirected() throws {
        let certificate = try TestCertificate()
        let testServer = try TestServer(certificate: certificate)
        let (releases, files) = try testServer.makeReleases(["1.0"])
        let bucket = try ScriptedServer(
            ["GET /bucket": [["file": try #require(files["1.0"])]]], certificate: certificate)
        var script = try testServer.answers([testServer.package(releases)])
        script["GET /files/1.0"] = [["status": 307, "headers": ["Location": "\(bucket.address)/bucket"]]]
        try testServer.server.script(script)
        let proxy = try MeddlingProxy(to: testServer.server.port)
        try proxy.meddle(["connect": "tools.test"])
        let through = ["https_proxy": "http://127.0.0.1:\(proxy.port)"]
        let login = try testServer.run(
            ["login", "https://tools.test", "--user", "ada", "--password-stdin", "--ca-file", certificate.file],
            input: "secret\n", environment: through)
        try #require(login.status == 0, "\(login.errors)")
        let install = try testServer.store("install", "rooms", environment: through)
        #expect(install.status == 0 && bucket.requests.count == 1, "\(install.errors)")
        #expect(!proxy.tunnels.contains("localhost"))
    }
}
