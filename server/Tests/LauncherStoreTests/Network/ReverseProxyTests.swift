import AppGroup
import Foundation
import TestSupport
import Testing

@testable import LauncherStore

/// A server behind nginx, which is set up as `docs/server.md` and `docs/cluster.md` say.
@Suite("A server behind nginx")
struct ReverseProxyTests {
    @Test(
        "Logging in, publishing, installing and page links work behind nginx as documented",
        arguments: DocumentationPage.allCases)
    func works(_ documentation: DocumentationPage) throws {
        let certificate = try TestCertificate()
        let port = try FreePort.take()
        let address = "https://localhost:\(port)"
        let server = try RealServer(options: ["--public-url", address, "--trusted-proxies", "127.0.0.1"])
        try server.administer("grant", "add", "*", "everyone")
        let nginx = try DocumentedNginx(documentation, port: port, to: server.port, certificate: certificate)
        let machine = try TestServer()
        let login = try machine.run(
            ["login", address, "--user", "root", "--password-stdin", "--ca-file", certificate.file],
            input: RealServer.password)
        try #require(login.status == 0, "\(login.errors) \(nginx.errors)")
        let file = try machine.sandbox.makePackage(version: "1.0", payload: 4 << 20)
        let published = try machine.store("publish", file)
        #expect(published.status == 0, "\(published.errors) \(nginx.errors)")
        #expect(try machine.store("install", "rooms").status == 0)
        #expect(try machine.rooms?.version == "1.0")
        let page = try Finished.run(
            ["/usr/bin/curl", "-s", "-i", "--cacert", certificate.file, "\(address)/"], environment: [:])
        #expect(page.output.contains("HTTP/1.1 303") || page.output.contains("HTTP/1.1 200"), "\(page.output)")
        #expect(!page.output.contains("http://"), "\(page.output)")
        // A client has the address that nginx saw, no matter what the client itself says.
        let forged = try Finished.run(
            [
                "/usr/bin/curl", "-s", "--cacert", certificate.file, "--interface", "127.0.0.2", "-H",
                "X-Forwarded-For: 192.0.2.7", "\(address)/v1/catalog",
            ], environment: [:])
        #expect(forged.status == 0)
        #expect(server.log.contains(#""address":"127.0.0.2""#) && !server.log.contains("192.0.2.7"))
        withExtendedLifetime(nginx) {}
    }

    /// What a page's configuration says about requests, whichever server answers them: by the name, and for headers also by theirs.
    private func directives(_ page: DocumentationPage) throws -> [String: String] {
        let parts = try page.configuration.split(separator: /^server \{$/.anchorsMatchLineEndings())
        let server = try #require(parts.last)
        let lines = server.matches(of: /^ *(proxy_set_header [A-Za-z-]+|[a-z_]+) ([^\n]+);$/.anchorsMatchLineEndings())
        return Dictionary(lines.map { (String($0.1), String($0.2)) }) { $1 }
    }

    @Test("Both documented configurations of nginx treat requests alike, and wait as long as the client")
    func agree() throws {
        let (one, several) = (try directives(.server), try directives(.cluster))
        for (name, value) in one where name != "proxy_pass" { #expect(several[name] == value, "\(name)") }
        #expect(
            Set(several.keys).subtracting(one.keys) == [
                "proxy_set_header Connection", "proxy_next_upstream", "proxy_connect_timeout",
            ])
        for name in ["proxy_read_timeout", "proxy_send_timeout"] {
            #expect(one[name] == "\(PublishCommand.patience.components.seconds)s")
        }
    }
}
